/** The resource of a call → the arguments of the function, and the filters of its rows. */

import type { Condition, Resource } from '../rest/request.ts'
import { readTextArray } from './sql/text-array.ts'
import { INT4 } from './tables/column-types.ts'
import { Unanswerable } from './unanswerable.ts'

type Call = Resource & { kind: 'function' }

/** The arguments of a function, as texts of the address or as JSON values of the body. */
export class Arguments {
  readonly #given: ReadonlyMap<string, unknown>
  readonly #isJson: boolean

  constructor(given: ReadonlyMap<string, unknown>, isJson: boolean) {
    this.#given = given
    this.#isJson = isJson
  }

  has(name: string): boolean {
    return this.#given.has(name)
  }

  text(name: string): string | undefined {
    return this.#read(name, (value) => (typeof value === 'string' ? value : undefined))
  }

  integer(name: string): number | undefined {
    return this.#read(name, (value) => (this.#isJson ? asInteger(value) : INT4.parse(String(value)))) as
      | number
      | undefined
  }

  integers(name: string): number[] | undefined {
    return this.#read(name, (value) =>
      this.#isJson ? asList(value, asInteger) : readTextArray(String(value)).map(INT4.parse),
    ) as number[] | undefined
  }

  texts(name: string): string[] | undefined {
    return this.#read(name, (value) =>
      this.#isJson
        ? asList(value, (each) => (typeof each === 'string' ? each : undefined))
        : readTextArray(String(value)),
    )
  }

  json(name: string): unknown {
    return this.#read(name, (value) => (this.#isJson ? value : parseJson(String(value))))
  }

  /** @throws Unanswerable for a value of another form, also for null, which the database takes. */
  #read<T>(name: string, read: (value: unknown) => T | undefined): T | undefined {
    if (!this.#given.has(name)) return undefined
    const value = read(this.#given.get(name))
    if (value === undefined) throw new Unanswerable(`the argument ${name}`)
    return value
  }
}

function asInteger(value: unknown): number | undefined {
  return Number.isInteger(value) ? Number(INT4.parse(String(value))) : undefined
}

function asList<T>(value: unknown, read: (each: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined
  const values = value.map(read).filter((each) => each !== undefined)
  return values.length === value.length ? values : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unanswerable('an argument that is not JSON')
  }
}

/**
 * Divides the parameters of a call into arguments of the function and filters of its rows.
 * @throws Unanswerable for an argument that looks like a filter, whose meaning the server decides, for one that is given
 * twice, and for any other parameter that is not a filter.
 */
export function readArguments(
  { parameters, json }: Call,
  names: readonly string[],
): { given: Arguments; filters: Condition[] } {
  const given = new Map<string, unknown>()
  const filters: Condition[] = []
  const body = json === null ? undefined : (JSON.parse(json) as Record<string, unknown>)
  for (const { name, value, asFilter } of parameters) {
    const isArgument = names.includes(name)
    if (isArgument === (asFilter !== null) || given.has(name)) throw new Unanswerable(`the parameter ${name}`)
    if (asFilter) filters.push(asFilter())
    else given.set(name, body ? body[name] : value)
  }
  return { given: new Arguments(given, body !== undefined), filters }
}
