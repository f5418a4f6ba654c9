import { connect } from 'node:net'

export interface Heard {
  text: string
  /** Whether the server ended the connection. */
  closed: boolean
}

/** Long enough for an answer that is coming; only what is not closed waits so long. */
const QUIET_MS = 600
const PATIENCE_MS = 20_000

/** Sends bytes that no client would, and hears what comes back until the server closes or has no more to say. */
export function speak(url: string, bytes: string | Buffer, quietMs = QUIET_MS): Promise<Heard> {
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

/** The statuses of the answers in what was heard. */
export function statusesIn({ text }: Heard): number[] {
  return [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status))
}
