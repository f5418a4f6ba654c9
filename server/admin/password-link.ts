import { linkWithToken } from '../auth/mail/links.ts'
import { issueToken } from '../auth/sessions/one-time-tokens.ts'
import type { Queryable } from '../db/database.ts'
import { isHosted } from '../db/migrate/migrate.ts'
import { Refusal } from '../refusal.ts'
import { findPerson } from './roles.ts'

/**
 * Makes the link that the mail of *Forgot password?* would have, for a site that sends none. The new password ends the
 * account's other sessions.
 * @param siteUrl the address that people use.
 * @returns the closing sentence.
 * @throws Refusal if there is no such person, or on a hosted project.
 */
export async function makePasswordLink(
  db: Queryable,
  usernameOrEmail: string,
  siteUrl: string,
): Promise<string> {
  if (await isHosted(db)) {
    throw new Refusal('DATABASE_URL leads to a hosted Supabase project; send the link from its dashboard.')
  }
  const { id, username } = await findPerson(db, usernameOrEmail)
  const account = 'select id, email, null::timestamptz from auth.users where id = $4'
  const issued = await issueToken(db, 'recovery', account, [id])
  if (!issued) throw new Refusal(`The account of ${username} has just been deleted.`)
  const link = linkWithToken(siteUrl, issued.token, 'recovery', '/')
  return `With this link ${username} can choose a new password, once and within an hour. Give it to nobody else.\n${link}`
}
