import type { Statement, Value } from '../../db/database.ts'

/**
 * The address of a decoy account. On a site that sends mails, a sign-up with a known address makes a decoy, so that its
 * username becomes taken as with an unknown address and the two cannot be told apart. No mail can be sent to it and
 * nobody can sign in to it, since it is not an email address. It is pruned like every unconfirmed account.
 */
export const decoyAddressOf = (email: string) => `${email} (decoy)`

/**
 * Returns statements that delete unconfirmed accounts. Their usernames are free at once and not reserved for a while as
 * those of other deleted accounts, as no profile was ever seen under them.
 * @param which a condition on auth.users.
 */
export function deleteUnconfirmed(which: string, values: readonly Value[] = []): Statement[] {
  return [
    { text: `delete from auth.users where email_confirmed_at is null and ${which}`, values },
    // The usernames that this transaction gave up.
    { text: 'delete from private.given_up_usernames where profile_id is null and given_up_at = now()' },
  ]
}
