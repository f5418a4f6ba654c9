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
  readonly #firstResult: number
  readonly #done = Promise.withResolvers<Row[][]>()
  readonly #results: Row[][]
  #current = 0
  #fields: readonly pg.FieldDef[] | undefined

  /** @param results how many statements at the end have results that are used. */
  constructor(close: readonly string[], steps: readonly Step[], results: number) {
    this.#close = close
    this.#steps = steps
    this.#firstResult = steps.length - results
    this.#results = Array.from({ length: results }, () => [])
  }

  /** The rows of the last statements. */
  get results(): Promise<Row[][]> {
    return this.#done.promise
  }

  submit(connection: pg.Connection): null {
    connection.stream.cork()
    for (const name of this.#close) connection.close({ type: 'S', name }, true)
    for (const [index, { statement, name, isNew }] of this.#steps.entries()) {
      if (isNew) connection.parse({ name, text: statement.text, types: [] }, true)
      connection.bind({ statement: name, values: toTexts(statement.values ?? []) }, true)
      // The rows of the other statements are not used.
      if (index >= this.#firstResult) connection.describe({ type: 'P', name: '' }, true)
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
    if (this.#fields) this.#results[this.#current - this.#firstResult]?.push(rowOf(this.#fields, cells))
  }

  handleCommandComplete(): void {
    this.#current++
  }

  handleEmptyQuery(): void {
    this.#current++
  }

  handleError(error: Error): void {
    this.#done.reject(error)
  }

  handleReadyForQuery(): void {
    // Only now has the server committed.
    this.#done.resolve(this.#results)
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

/**
 * Runs statements, one per text, as one transaction in one round trip.
 * @returns the rows of each of the last ones: as many as `results`.
 */
export async function runBatch(
  client: pg.PoolClient,
  statements: readonly Statement[],
  results: number,
): Promise<Row[][]> {
  const known = prepared.get(client) ?? new PreparedStatements()
  prepared.set(client, known)
  const { close, steps } = known.take(statements)
  try {
    return await client.query(new Batch(close, steps, results)).results
  } catch (error) {
    // The transaction was rolled back, so the batch can be sent again.
    if (known.refused(steps, (error as pg.DatabaseError).code)) return runBatch(client, statements, results)
    throw error
  }
}

const HAS_WRITTEN = 'select pg_current_xact_id_if_assigned() is not null as has_written'

/**
 * Runs statements as `runBatch` does, without preparing any: behind a pooler the next batch may run on another
 * connection of the server.
 * @returns the rows of each of the last ones, and whether the transaction has written, and so may have notified.
 */
export async function runUnprepared(
  client: pg.PoolClient,
  statements: readonly Statement[],
  results: number,
): Promise<{ rows: Row[][]; hasWritten: boolean }> {
  const steps = [...statements, { text: HAS_WRITTEN }].map((statement) => ({
    statement,
    name: '',
    isNew: true,
  }))
  const rows = await client.query(new Batch([], steps, results + 1)).results
  const [marker] = rows.pop() ?? []
  return { rows, hasWritten: marker?.has_written === true }
}

/** Converts values to text. The driver would convert them depending on their type. */
export function toTexts(values: readonly Value[]): (string | null)[] {
  return values.map((value) => (value === null ? null : String(value)))
}
