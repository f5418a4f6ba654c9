import pg from 'pg'

interface BatchStatement {
  text: string
  values: (string | null)[]
}

/**
 * Statements sent together with one Sync at their end, which PostgreSQL takes as one transaction: it begins by itself,
 * after a refusal the server reads over all that is left, and no statement can run outside of it. Were there a `begin`,
 * a cancel could refuse that alone, and what follows would run without the role that was to be set.
 * Document: postgresql.org "Message Flow", section "Pipelining".
 */
class Batch extends pg.Query {
  readonly #statements: readonly BatchStatement[]

  constructor(statements: readonly BatchStatement[]) {
    super('')
    this.#statements = statements
  }

  override submit = (connection: pg.Connection): null => {
    connection.stream.cork()
    for (const { text, values } of this.#statements) {
      connection.parse({ name: '', text, types: [] }, true)
      connection.bind({ values }, true)
      connection.describe({ type: 'P', name: '' }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
    return null
  }
}

/** One round trip, all or nothing; each text is one statement. Answers the result of each. */
export function runBatch(
  client: pg.PoolClient,
  statements: readonly BatchStatement[],
): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    const batch = new Batch(statements)
    batch.on('error', reject)
    // Only now has the server committed.
    batch.on('end', (results) => resolve([results].flat() as unknown as pg.QueryResult[]))
    client.query(batch)
  })
}
