import { connect } from 'node:net'

export interface ReceivedText {
  text: string
  /** Whether the server ended the connection. */
  closed: boolean
}

/** Milliseconds to wait for further bytes on a connection that stays open. */
const QUIET_MS = 600
const PATIENCE_MS = 20_000

/** Sends raw bytes, and returns what the server sends until it closes the connection or stays silent. */
export function sendBytes(url: string, bytes: string | Buffer, quietMs = QUIET_MS): Promise<ReceivedText> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => {
      socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
    })
    const finish = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text: Buffer.concat(chunks).toString('latin1'), closed })
    }
    let timer = setTimeout(finish, PATIENCE_MS, false)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      clearTimeout(timer)
      timer = setTimeout(finish, quietMs, false)
    })
    socket.on('error', () => finish(true))
    socket.on('close', () => finish(true))
  })
}

/** Returns the statuses of all responses in the received text. */
export function statusesIn({ text }: ReceivedText): number[] {
  return [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status))
}
