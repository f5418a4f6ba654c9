import pg from 'pg'
import type { Row, Statement, Value } from './database.ts'
import { PreparedStatements, type Step } from './prepared.ts'

/**
 * Statements sent together with one Sync at their end, which PostgreSQL takes as one transaction: it begins by itself,
 * after a refusal the server reads over all that is left, and no statement can run outside of it. Were there a `begin`,
 * a cancel could refuse that alone, and what follows would run without the role that was to be set.
 * Document: postgresql.org "Message Flow", section "Pipelining".
 */
class Batch extends pg.Query {
  readonly #close: readonly string[]
  readonly #steps: readonly Step[]

  constructor(close: readonly string[], steps: readonly Step[]) {
    super('')
    this.#close = close
    this.#steps = steps
  }

  override submit = (connection: pg.Connection): null => {
    connection.stream.cork()
    for (const name of this.#close) connection.close({ type: 'S', name }, true)
    for (const { statement, name, isNew } of this.#steps) {
      if (isNew) connection.parse({ name, text: statement.text, types: [] }, true)
      connection.bind({ statement: name, values: texts(statement.values ?? []) }, true)
      connection.describe({ type: 'P', name: '' }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
    return null
  }
}

const prepared = new WeakMap<pg.PoolClient, PreparedStatements>()

/** One round trip, all or nothing; each text is one statement. Answers the result of each. */
export async function runBatch(
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<pg.QueryResult<Row>[]> {
  const known = prepared.get(client) ?? new PreparedStatements()
  prepared.set(client, known)
  const { close, steps } = known.take(statements)
  try {
    return await send(client, new Batch(close, steps))
  } catch (error) {
    // Nothing of it was done.
    if (known.refused(steps, (error as pg.DatabaseError).code)) return runBatch(client, statements)
    throw error
  }
}

function send(client: pg.PoolClient, batch: Batch): Promise<pg.QueryResult<Row>[]> {
  return new Promise((resolve, reject) => {
    batch.on('error', reject)
    // Only now has the server committed.
    batch.on('end', (results) => resolve([results].flat() as unknown as pg.QueryResult<Row>[]))
    client.query(batch)
  })
}

/** The driver turns values into text by their type; a boolean or a number is text here already. */
export function texts(values: readonly Value[]): (string | null)[] {
  return values.map((value) => (value === null ? null : String(value)))
}
