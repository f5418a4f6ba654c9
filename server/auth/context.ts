import type { Database } from '../db/database.ts'
import type { Background } from './background.ts'
import type { Keys } from './keys/keys.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Authenticate } from './sessions/authenticate.ts'

/** What the account endpoints use. */
export interface AuthContext {
  db: Database
  keys: Keys
  authenticate: Authenticate
  /** The claim `iss` of access tokens. */
  issuer: string
  /** The base of links and redirects; undefined if no address is configured. */
  siteUrl: string | undefined
  /** Undefined if the site sends no mails; then accounts are confirmed at once. */
  mailer: Mailer | undefined
  background: Background
}
