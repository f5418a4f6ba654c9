import { type PGlite, protocol, types } from '@electric-sql/pglite'
import type { Row, Statement } from './database.ts'
import { PreparedStatements, type Step } from './prepared.ts'

const { serialize } = protocol

/**
 * Runs statements in one call of the engine, which takes five calls for each statement with values otherwise.
 * PostgreSQL takes what comes before a Sync as one transaction: it begins by itself, and after a refusal all that is
 * left is read over, so that no statement can run outside of it. No other may run meanwhile.
 */
export function pipeline(db: PGlite): (statements: readonly Statement[]) => Promise<Row[]> {
  const prepared = new PreparedStatements()

  /** Each text is one statement. Answers the rows of the last. */
  return async function run(statements) {
    const { close, steps } = prepared.take(statements)
    const bytes = Buffer.concat([
      ...close.map((name) => serialize.close({ type: 'S', name })),
      ...steps.flatMap(messagesOf),
      serialize.sync(),
    ])
    const { messages } = await db.execProtocol(bytes, { throwOnError: false })
    const refusal = messages.find((message) => message instanceof protocol.messages.DatabaseError)
    if (!refusal) return rowsOfLast(messages)
    // Nothing of it was done.
    if (prepared.refused(steps, refusal.code)) return run(statements)
    throw refusal
  }
}

function messagesOf({ statement: { text, values = [] }, name, isNew }: Step): Uint8Array[] {
  return [
    ...(isNew ? [serialize.parse({ name, text })] : []),
    serialize.bind({
      statement: name,
      values: values.map((value) => (value === null ? null : String(value))),
    }),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
  ]
}

function rowsOfLast(messages: readonly object[]): Row[] {
  let fields: { name: string; dataTypeID: number }[] = []
  let rows: Row[] = []
  const results: Row[][] = []
  for (const message of messages) {
    if (message instanceof protocol.messages.RowDescriptionMessage) fields = message.fields
    if (message instanceof protocol.messages.DataRowMessage) rows.push(rowOf(fields, message.fields))
    if (message instanceof protocol.messages.CommandCompleteMessage) {
      results.push(rows)
      rows = []
    }
  }
  return results.at(-1) ?? []
}

function rowOf(fields: { name: string; dataTypeID: number }[], cells: (string | null)[]): Row {
  return Object.fromEntries(
    fields.map(({ name, dataTypeID }, index) => [name, types.parseType(cells[index] ?? null, dataTypeID)]),
  )
}
