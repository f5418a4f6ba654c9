import { type PGlite, protocol, types } from '@electric-sql/pglite'
import type { Row, Statement } from './database.ts'

const { serialize } = protocol

/**
 * Begin, the statements and commit in one call of the engine, which takes five calls for each statement with values
 * otherwise. PostgreSQL's protocol allows it: what follows a refusal fails, and the commit then rolls back.
 * Begin travels alone: were it refused together with what follows it, the rest would run outside a transaction.
 * No other statement may run meanwhile.
 * @returns the rows of the last statement.
 */
export async function pipelined(db: PGlite, statements: readonly Statement[]): Promise<Row[]> {
  const bytes = Buffer.concat([
    serialize.query('begin'),
    ...statements.flatMap(messagesOf),
    serialize.query('commit'),
  ])
  const { messages } = await db.execProtocol(bytes, { throwOnError: false })

  let fields: { name: string; dataTypeID: number }[] = []
  let rows: Row[] = []
  const results: Row[][] = []
  for (const message of messages) {
    // The first refusal is the cause; those after it only say that the transaction is aborted.
    if (message instanceof protocol.messages.DatabaseError) throw message
    if (message instanceof protocol.messages.RowDescriptionMessage) fields = message.fields
    if (message instanceof protocol.messages.DataRowMessage) rows.push(rowOf(fields, message.fields))
    if (message instanceof protocol.messages.CommandCompleteMessage) {
      results.push(rows)
      rows = []
    }
  }
  return results.at(-2) ?? []
}

function messagesOf({ text, values }: Statement): Uint8Array[] {
  if (!values) return [serialize.query(text)]
  return [
    serialize.parse({ text }),
    serialize.bind({ values: values.map((value) => (value === null ? null : String(value))) }),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
    serialize.sync(),
  ]
}

function rowOf(fields: { name: string; dataTypeID: number }[], cells: (string | null)[]): Row {
  return Object.fromEntries(
    fields.map(({ name, dataTypeID }, index) => [name, types.parseType(cells[index] ?? null, dataTypeID)]),
  )
}
