import type { Database } from '../db/database.ts'
import type { Background } from './background.ts'
import type { Keys } from './keys/keys.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Authenticate } from './sessions/authenticate.ts'

/** What the account endpoints work with. */
export interface AuthContext {
  db: Database
  keys: Keys
  authenticate: Authenticate
  /** The claim `iss` of access tokens. */
  issuer: string
  /** Where links and redirects lead; undefined where the site may have any address. */
  siteUrl: string | undefined
  /** Undefined where the site sends no mails: then accounts are confirmed at once. */
  mailer: Mailer | undefined
  background: Background
}
