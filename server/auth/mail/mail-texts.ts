import type { Purpose } from '../sessions/one-time-tokens.ts'

/** The content of a mail: paragraphs before and after at most one link. */
export interface MailText {
  subject: string
  before: string[]
  action?: { label: string; link: string }
  after: string[]
}

const SITE = 'the Criterion Collection Tracker'

/** The mails with a one-time token, by the purpose of the token. */
export const MAIL_WITH_LINK: Record<Purpose, (link: string) => MailText> = {
  signup: (link) => ({
    subject: 'Confirm your email address',
    before: [`Welcome to ${SITE}. One step is left: confirm that this address is yours.`],
    action: { label: 'Confirm my address', link },
    after: [
      'The link works once, for 24 hours.',
      'If you did not sign up, ignore this mail: the account is deleted after a week.',
    ],
  }),
  recovery: (link) => ({
    subject: 'Choose a new password',
    before: [`Somebody, probably you, asked for a new password at ${SITE}.`],
    action: { label: 'Choose a new password', link },
    after: [
      'The link works once, for one hour.',
      'If it was not you, ignore this mail: your password stays as it is.',
    ],
  }),
  email_change: (link) => ({
    subject: 'Confirm your new email address',
    before: [`You asked to use this address for your account at ${SITE} from now on.`],
    action: { label: 'Use this address', link },
    after: [
      'The link works once, for 24 hours after you asked. Until then your former address stays in use.',
      'If you did not ask for it, ignore this mail: nothing changes.',
    ],
  }),
}

/** The mail after a sign-up with a known address. The response to the sign-up does not reveal that it is known. */
export function alreadyHasAccount(signInPage: string): MailText {
  return {
    subject: 'You already have an account',
    before: [`Somebody, probably you, tried to sign up at ${SITE} with this address, which has an account.`],
    action: { label: 'Sign in', link: signInPage },
    after: [
      'If you forgot your password, choose “Forgot password?” there.',
      'If it was not you, ignore this mail: nothing has changed.',
    ],
  }
}

/** The mail to the former address, in case somebody else changes the address of the account. */
export function addressIsChanging(newEmail: string): MailText {
  return {
    subject: 'Your email address is about to change',
    before: [
      `Your account at ${SITE} will use ${newEmail} once that address is confirmed.`,
      'If you did not ask for it, sign in and change your password: that stops the change.',
    ],
    after: [],
  }
}
