import { createTransport } from 'nodemailer'
import { mails } from '../../observe/tallies.ts'
import { toMail } from './mail-form.ts'
import type { MailText } from './mail-texts.ts'

const TIMEOUT_MS = 10_000

/** Where mails are handed over, and who they are from. */
export interface MailConfig {
  url: string
  from: string
}

export interface Mailer {
  /** Rejects when the mail could not be handed over. */
  send(to: string, text: MailText): Promise<void>
}

export function openMailer({ url, from }: MailConfig): Mailer {
  const transport = createTransport(
    { url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    // So that no holiday reply comes back (RFC 3834).
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
