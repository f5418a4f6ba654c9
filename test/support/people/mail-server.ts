import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string
  subject: string
  text: string
  html: string
}

/** A mail server that stores the mails it receives. */
export interface MailServer {
  /** The value for SMTP_URL. */
  url: string
  received: ReceivedMail[]
  /** Resolves with the next mail to an address; each mail is returned once. */
  mailTo(address: string): Promise<ReceivedMail>
  /** Whether it refuses every recipient. */
  isRefusing: boolean
  /** The refused recipients. */
  refused: string[]
  close(): Promise<void>
}

const PATIENCE_MS = 60_000

export async function startMailServer(): Promise<MailServer> {
  const arrivals = new EventEmitter()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _, done) {
      if (!mailServer.isRefusing) return done()
      mailServer.refused.push(address)
      done(new Error(`Unknown recipient ${address}`))
    },
    onData(stream, { envelope }, done) {
      buffer(stream)
        .then((mail) => PostalMime.parse(mail))
        .then(({ from, subject = '', text = '', html = '' }) => {
          const [to] = envelope.rcptTo
          mailServer.received.push({ from: from?.address ?? '', to: to?.address ?? '', subject, text, html })
          arrivals.emit('mail')
        })
        .then(() => done(), done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    isRefusing: false,
    refused: [],
    async mailTo(address) {
      const { received } = mailServer
      const signal = AbortSignal.timeout(PATIENCE_MS)
      while (!received.some(({ to }) => to === address)) await once(arrivals, 'mail', { signal })
      const [mail] = received.splice(
        received.findIndex(({ to }) => to === address),
        1,
      )
      return mail as ReceivedMail
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mailServer
}
