import pg from 'pg'
import type { Row, Statement, Value } from '../database.ts'
import { PreparedStatements, type Step } from '../prepared.ts'

/**
 * Statements sent together with one Sync at their end. PostgreSQL runs them as one implicit transaction: after an error
 * the server skips the rest, and no statement can run outside of it. With an explicit `begin`, a cancel could affect
 * only the `begin`, and the following statements would run without the role that should have been set.
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
      connection.bind({ statement: name, values: toTexts(statement.values ?? []) }, true)
      // The rows of the other statements are not used.
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

/** Runs statements, one per text, as one transaction in one round trip. Returns the rows of the last. */
export async function runBatch(client: pg.PoolClient, statements: readonly Statement[]): Promise<Row[]> {
  const known = prepared.get(client) ?? new PreparedStatements()
  prepared.set(client, known)
  const { close, steps } = known.take(statements)
  try {
    return await client.query(new Batch(close, steps)).rows
  } catch (error) {
    // The transaction was rolled back, so the batch can be sent again.
    if (known.refused(steps, (error as pg.DatabaseError).code)) return runBatch(client, statements)
    throw error
  }
}

/** Converts values to text. The driver would convert them depending on their type. */
export function toTexts(values: readonly Value[]): (string | null)[] {
  return values.map((value) => (value === null ? null : String(value)))
}
