import type { Queryable } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

interface Person {
  id: string
  username: string
}

/**
 * Makes a person an admin.
 * @param usernameOrEmail in any case.
 * @returns the closing sentence.
 * @throws Refusal if there is no such person.
 */
export async function grantAdmin(db: Queryable, usernameOrEmail: string): Promise<string> {
  const { id, username } = await findPerson(db, usernameOrEmail)
  const granted = await db.query(
    `insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing returning role`,
    [id],
  )
  return granted.length > 0 ? `${username} is an admin now.` : `${username} is an admin already.`
}

/** Takes the role away. It may do so for the last admin, because the command line can always make another. */
export async function revokeAdmin(db: Queryable, usernameOrEmail: string): Promise<string> {
  const { id, username } = await findPerson(db, usernameOrEmail)
  const revoked = await db.query(
    `delete from public.user_roles where user_id = $1 and role = 'admin' returning role`,
    [id],
  )
  if (revoked.length === 0) return `${username} is not an admin.`
  return `${username} is not an admin any more.${(await hasAdmin(db)) ? '' : ' There is none now.'}`
}

export async function hasAdmin(db: Queryable): Promise<boolean> {
  return (await db.query(`select from public.user_roles where role = 'admin' limit 1`)).length > 0
}

export async function findPerson(db: Queryable, usernameOrEmail: string): Promise<Person> {
  // An email address contains an @, a username never does.
  const column = usernameOrEmail.includes('@') ? 'users.email' : 'profiles.username'
  const [person] = await db.query<Person>(
    `select profiles.id::text, profiles.username
     from public.profiles join auth.users on users.id = profiles.id
     where ${column} = lower($1)`,
    [usernameOrEmail],
  )
  if (person) return person
  throw new Refusal(
    `No account has the username or email address ${usernameOrEmail}. The person has to sign up first.`,
  )
}
