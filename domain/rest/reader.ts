import { ApiError } from './api-error.ts'

/** Reads the text of one parameter from left to right. Every error is a 400 PGRST100 that names the position. */
export class Reader {
  readonly #what: string
  readonly #text: string
  #at = 0

  /** @param what the part of PostgREST's grammar, as in "failed to parse filter". */
  constructor(what: string, text: string) {
    this.#what = what
    this.#text = text
  }

  get done(): boolean {
    return this.#at === this.#text.length
  }

  /** Consumes a match at the current position; the pattern must be sticky. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at += found[0].length
    return found
  }

  take(literal: string): boolean {
    if (!this.#text.startsWith(literal, this.#at)) return false
    this.#at += literal.length
    return true
  }

  expect(literal: string): void {
    if (!this.take(literal)) this.fail(`expecting "${literal}"`)
  }

  rest(): string {
    const rest = this.#text.slice(this.#at)
    this.#at = this.#text.length
    return rest
  }

  /** Tries to read something; if the result is null, nothing is consumed. */
  attempt<T>(read: () => T | null): T | null {
    const start = this.#at
    const result = read()
    if (result === null) this.#at = start
    return result
  }

  fail(expectation: string): never {
    const next = this.#text.at(this.#at)
    const found = next === undefined ? 'unexpected end of input' : `unexpected "${next}"`
    throw new ApiError(
      400,
      'PGRST100',
      `"failed to parse ${this.#what} (${this.#text})" (line 1, column ${this.#at + 1})`,
      `${found} ${expectation}`,
    )
  }
}

const QUOTED = /"((?:[^"\\]|\\.)*)"/sy

/** Reads a text in double quotes, in which a backslash escapes the next character; null if there is none here. */
export function readQuoted(reader: Reader): string | null {
  const [, inner] = reader.match(QUOTED) ?? []
  return inner?.replace(/\\(.)/gs, '$1') ?? null
}

/** A name without quotes; it ends before an arrow, which begins a path. */
const NAME = /(?:(?!->)[^",.:()!*])+/y
const SPACES = / */y

/** Reads the name of a column, table or alias. A name with a reserved character must be quoted. */
export function readName(reader: Reader): string {
  reader.match(SPACES)
  const name = readQuoted(reader) ?? reader.match(NAME)?.[0].trimEnd()
  reader.match(SPACES)
  return name || reader.fail('expecting a name')
}

/** Reads `item,item,…` to the end of the text. */
export function readAll<T>(reader: Reader, item: (reader: Reader) => T): T[] {
  const items = [item(reader)]
  while (!reader.done) {
    reader.expect(',')
    items.push(item(reader))
  }
  return items
}
