import { type PGlite, protocol, types } from '@electric-sql/pglite'
import type { Row, Statement } from './database.ts'

const { serialize } = protocol

/**
 * The statements in one call of the engine, which takes five calls for each statement with values otherwise.
 * PostgreSQL takes what comes before a Sync as one transaction: it begins by itself, and after a refusal all that is
 * left is read over, so that no statement can run outside of it. No other may run meanwhile.
 * @param statements each text is one statement.
 * @returns the rows of the last statement.
 */
export async function pipelined(db: PGlite, statements: readonly Statement[]): Promise<Row[]> {
  const bytes = Buffer.concat([...statements.flatMap(messagesOf), serialize.sync()])
  const { messages } = await db.execProtocol(bytes, { throwOnError: false })

  let fields: { name: string; dataTypeID: number }[] = []
  let rows: Row[] = []
  const results: Row[][] = []
  for (const message of messages) {
    if (message instanceof protocol.messages.DatabaseError) throw message
    if (message instanceof protocol.messages.RowDescriptionMessage) fields = message.fields
    if (message instanceof protocol.messages.DataRowMessage) rows.push(rowOf(fields, message.fields))
    if (message instanceof protocol.messages.CommandCompleteMessage) {
      results.push(rows)
      rows = []
    }
  }
  return results.at(-1) ?? []
}

function messagesOf({ text, values = [] }: Statement): Uint8Array[] {
  return [
    serialize.parse({ text }),
    serialize.bind({ values: values.map((value) => (value === null ? null : String(value))) }),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
  ]
}

function rowOf(fields: { name: string; dataTypeID: number }[], cells: (string | null)[]): Row {
  return Object.fromEntries(
    fields.map(({ name, dataTypeID }, index) => [name, types.parseType(cells[index] ?? null, dataTypeID)]),
  )
}
