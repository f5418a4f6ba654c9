import { type PGlite, protocol, types } from '@electric-sql/pglite'
import type { Row, Statement } from '../database.ts'
import { PreparedStatements, type Step } from '../prepared.ts'

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
      ...steps.flatMap((step) => messagesOf(step, step === steps.at(-1))),
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

/** @param isAnswer whether its rows are wanted. */
function messagesOf(
  { statement: { text, values = [] }, name, isNew }: Step,
  isAnswer: boolean,
): Uint8Array[] {
  return [
    ...(isNew ? [serialize.parse({ name, text })] : []),
    serialize.bind({
      statement: name,
      values: values.map((value) => (value === null ? null : String(value))),
    }),
    ...(isAnswer ? [serialize.describe({ type: 'P' })] : []),
    serialize.execute({}),
  ]
}

/** Only the last statement is described, and its rows follow. */
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
