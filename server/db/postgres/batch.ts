import pg from 'pg'
import type { Row, Statement, Value } from '../database.ts'
import { PreparedStatements, type Step } from '../prepared.ts'

/**
 * Statements sent together with one Sync at their end, which PostgreSQL takes as one transaction: it begins by itself,
 * after a refusal the server reads over all that is left, and no statement can run outside of it. Were there a `begin`,
 * a cancel could refuse that alone, and what follows would run without the role that was to be set.
 * Document: postgresql.org "Message Flow", section "Pipelining".
 */
class Batch implements pg.Submittable {
  readonly #close: readonly string[]
  readonly #steps: readonly Step[]
  readonly #done = Promise.withResolvers<Row[]>()
  readonly #rows: Row[] = []
  #fields: readonly pg.FieldDef[] | undefined

  constructor(close: readonly string[], steps: readonly Step[]) {
    this.#close = close
    this.#steps = steps
  }

  /** The rows of the last statement. */
  get rows(): Promise<Row[]> {
    return this.#done.promise
  }

  submit(connection: pg.Connection): null {
    connection.stream.cork()
    for (const name of this.#close) connection.close({ type: 'S', name }, true)
    for (const step of this.#steps) {
      const { statement, name, isNew } = step
      if (isNew) connection.parse({ name, text: statement.text, types: [] }, true)
      connection.bind({ statement: name, values: texts(statement.values ?? []) }, true)
      // Nobody reads what the others answer.
      if (step === this.#steps.at(-1)) connection.describe({ type: 'P', name: '' }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#fields = fields
  }

  handleDataRow({ fields: cells }: { fields: readonly (string | null)[] }): void {
    if (this.#fields) this.#rows.push(rowOf(this.#fields, cells))
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.#done.reject(error)
  }

  handleReadyForQuery(): void {
    // Only now has the server committed.
    this.#done.resolve(this.#rows)
  }
}

function rowOf(fields: readonly pg.FieldDef[], cells: readonly (string | null)[]): Row {
  return Object.fromEntries(
    fields.map(({ name, dataTypeID }, index) => {
      const cell = cells[index] ?? null
      return [name, cell === null ? null : pg.types.getTypeParser(dataTypeID)(cell)]
    }),
  )
}

const prepared = new WeakMap<pg.PoolClient, PreparedStatements>()

/** One round trip, all or nothing; each text is one statement. Answers the rows of the last. */
export async function runBatch(client: pg.PoolClient, statements: readonly Statement[]): Promise<Row[]> {
  const known = prepared.get(client) ?? new PreparedStatements()
  prepared.set(client, known)
  const { close, steps } = known.take(statements)
  try {
    return await client.query(new Batch(close, steps)).rows
  } catch (error) {
    // Nothing of it was done.
    if (known.refused(steps, (error as pg.DatabaseError).code)) return runBatch(client, statements)
    throw error
  }
}

/** The driver turns values into text by their type; a boolean or a number is text here already. */
export function texts(values: readonly Value[]): (string | null)[] {
  return values.map((value) => (value === null ? null : String(value)))
}
