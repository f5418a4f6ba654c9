import { type PGlite, protocol, types } from '@electric-sql/pglite'
import type { Row, Statement } from '../database.ts'
import { PreparedStatements, type Step } from '../prepared.ts'

const { serialize } = protocol

/**
 * Runs statements, one per text. Returns the rows of each of the last ones: as many as `results`.
 * @param beforeCommit runs all of the work before the commit, which then takes another call.
 */
type Pipeline = (
  statements: readonly Statement[],
  results: number,
  beforeCommit?: <T>(work: () => Promise<T>) => Promise<T>,
) => Promise<Row[][]>

/**
 * Returns a function that runs statements in one call of the engine; otherwise each statement with values takes five
 * calls. PostgreSQL runs the messages before a Sync as one implicit transaction: after an error it skips the rest, so
 * no statement can run outside of it. No other statement may run at the same time.
 */
export function pipeline(db: PGlite): Pipeline {
  const prepared = new PreparedStatements()

  async function exchange(...messages: Uint8Array[]): Promise<readonly object[]> {
    return (await db.execProtocol(Buffer.concat(messages), { throwOnError: false })).messages
  }

  return async function run(statements, results, beforeCommit) {
    const { close, steps } = prepared.take(statements)
    const work = [
      ...close.map((name) => serialize.close({ type: 'S', name })),
      ...steps.flatMap((step, index) => messagesOf(step, index >= steps.length - results)),
    ]
    const messages = beforeCommit
      ? [...(await beforeCommit(() => exchange(...work))), ...(await exchange(serialize.sync()))]
      : await exchange(...work, serialize.sync())
    const refusal = messages.find((message) => message instanceof protocol.messages.DatabaseError)
    if (!refusal) return rowsOf(messages)
    // The transaction was rolled back, so the batch can be sent again.
    if (prepared.refused(steps, refusal.code)) return run(statements, results, beforeCommit)
    throw refusal
  }
}

/** @param isUsed whether the rows are returned. */
function messagesOf({ statement: { text, values = [] }, name, isNew }: Step, isUsed: boolean): Uint8Array[] {
  return [
    ...(isNew ? [serialize.parse({ name, text })] : []),
    serialize.bind({
      statement: name,
      values: values.map((value) => (value === null ? null : String(value))),
    }),
    ...(isUsed ? [serialize.describe({ type: 'P' })] : []),
    serialize.execute({}),
  ]
}

/** Only the statements whose rows are used are described; the rows of each follow its description. */
function rowsOf(messages: readonly object[]): Row[][] {
  let fields: Field[] = []
  const results: Row[][] = []
  for (const message of messages) {
    if (message instanceof protocol.messages.RowDescriptionMessage) {
      fields = message.fields
      results.push([])
    } else if (message instanceof protocol.messages.DataRowMessage) {
      results.at(-1)?.push(rowOf(fields, message.fields))
    }
  }
  return results
}

interface Field {
  name: string
  dataTypeID: number
}

function rowOf(fields: readonly Field[], cells: readonly (string | null)[]): Row {
  return Object.fromEntries(
    fields.map(({ name, dataTypeID }, index) => [name, types.parseType(cells[index] ?? null, dataTypeID)]),
  )
}
