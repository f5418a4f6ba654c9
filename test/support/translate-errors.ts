import { Transform, type TransformCallback } from 'node:stream'

/** The replacement for each of PostgreSQL's messages. */
export const TRANSLATED_MESSAGE = 'Die Datenbank sagt es in «einer anderen» Sprache.'

/** The routine that raises messages of PL/pgSQL functions, which PostgreSQL does not translate. */
const RAISED = 'exec_stmt_raise'

const HEAD_BYTES = 5

/**
 * Replaces the messages in a PostgreSQL server's errors, as a server with another `lc_messages` sends them. Works without
 * installed translations. See postgresql.org "Message Formats", "Error and Notice Message Fields".
 */
export function translateErrors(): Transform {
  let waiting = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      waiting = Buffer.concat([waiting, chunk])
      while (waiting.length >= HEAD_BYTES && waiting.length > waiting.readUInt32BE(1)) {
        const end = 1 + waiting.readUInt32BE(1)
        const message = waiting.subarray(0, end)
        this.push(message[0] === 'E'.charCodeAt(0) ? withOtherWords(message) : message)
        waiting = waiting.subarray(end)
      }
      done()
    },
  })
}

function withOtherWords(error: Buffer): Buffer {
  const fields = error.toString('utf8', HEAD_BYTES).split('\0')
  if (fields.includes(`R${RAISED}`)) return error
  const body = fields.map((field) => (field.startsWith('M') ? `M${TRANSLATED_MESSAGE}` : field)).join('\0')
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('E')
  head.writeUInt32BE(4 + Buffer.byteLength(body), 1)
  return Buffer.concat([head, Buffer.from(body)])
}
