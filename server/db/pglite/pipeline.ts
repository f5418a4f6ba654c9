import { type PGlite, protocol, types } from '@electric-sql/pglite'
import type { Row, Statement } from '../database.ts'
import { PreparedStatements, type Step } from '../prepared.ts'

const { serialize } = protocol

/**
 * Returns a function that runs statements in one call of the engine; otherwise each statement with values takes five
 * calls. PostgreSQL runs the messages before a Sync as one implicit transaction: after an error it skips the rest, so
 * no statement can run outside of it. No other statement may run at the same time.
 */
export function pipeline(db: PGlite): (statements: readonly Statement[]) => Promise<Row[]> {
  const prepared = new PreparedStatements()

  /** Runs statements, one per text. Returns the rows of the last. */
  return async function run(statements) {
    const { close, steps } = prepared.take(statements)
    const bytes = Buffer.concat([
      ...close.map((name) => serialize.close({ type: 'S', name })),
      ...steps.flatMap((step) => messagesOf(step, step === steps.at(-1))),
      serialize.sync(),
    ])
    const { messages } = await db.execProtocol(bytes, { throwOnError: false })
    const refusal = messages.find((message) => message instanceof protocol.messages.DatabaseError)
    if (!refusal) return rowsOfLast(messages)
    // The transaction was rolled back, so the batch can be sent again.
    if (prepared.refused(steps, refusal.code)) return run(statements)
    throw refusal
  }
}

/** @param isLast whether the rows are returned. */
function messagesOf({ statement: { text, values = [] }, name, isNew }: Step, isLast: boolean): Uint8Array[] {
  return [
    ...(isNew ? [serialize.parse({ name, text })] : []),
    serialize.bind({
      statement: name,
      values: values.map((value) => (value === null ? null : String(value))),
    }),
    ...(isLast ? [serialize.describe({ type: 'P' })] : []),
    serialize.execute({}),
  ]
}

/** Only the last statement is described; its rows follow the description. */
function rowsOfLast(messages: readonly object[]): Row[] {
  let fields: Field[] | undefined
  const rows: Row[] = []
  for (const message of messages) {
    if (message instanceof protocol.messages.RowDescriptionMessage) fields = message.fields
    else if (fields && message instanceof protocol.messages.DataRowMessage) {
      rows.push(rowOf(fields, message.fields))
    }
  }
  return rows
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
