import { createTransport } from 'nodemailer'
import { mails } from '../../observe/tallies.ts'
import { toMail } from './mail-form.ts'
import type { MailText } from './mail-texts.ts'

const TIMEOUT_MS = 10_000

/** The mail server and the sender. */
export interface MailConfig {
  url: string
  from: string
}

export interface Mailer {
  /** Rejects if the mail server did not accept the mail. */
  send(to: string, text: MailText): Promise<void>
}

export function openMailer({ url, from }: MailConfig): Mailer {
  const transport = createTransport(
    { url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    // Prevents automatic replies (RFC 3834).
    { from, headers: { 'auto-submitted': 'auto-generated' } },
  )
  return {
    async send(to, text) {
      try {
        await transport.sendMail({ to: { name: '', address: to }, ...toMail(text) })
        mails.add('sent')
      } catch (error) {
        mails.add('failed')
        throw error
      }
    },
  }
}
