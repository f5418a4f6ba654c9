import type { Statement, Value } from '../db/database.ts'

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
