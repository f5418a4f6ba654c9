import type { Statement, Value } from '../../db/database.ts'

/**
 * The address of the decoy that a sign-up with a known address makes where mails are sent: an account like that of a sign-up
 * with an unknown one, so that nobody can tell the two apart by what comes of the username. No mail goes to it and nobody
 * signs in to it, since it is no address; it is pruned like every account that nobody confirms.
 */
export const decoyOf = (email: string) => `${email} (decoy)`

/**
 * Statements that delete accounts whose address nobody confirmed. Their names are free at once, not kept for a while as
 * others' are: nobody can have been known by them.
 * @param which a condition on auth.users.
 */
export function deleteUnconfirmed(which: string, values: readonly Value[] = []): Statement[] {
  return [
    { text: `delete from auth.users where email_confirmed_at is null and ${which}`, values },
    // Those of this transaction.
    { text: 'delete from private.given_up_usernames where profile_id is null and given_up_at = now()' },
  ]
}
