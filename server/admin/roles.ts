import type { Queryable } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

interface Person {
  id: string
  username: string
}

/** Makes a person admin, by username or email address in any case. @throws Refusal for nobody. */
export async function grantAdmin(db: Queryable, who: string): Promise<string> {
  const { id, username } = await findPerson(db, who)
  const granted = await db.query(
    `insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing returning role`,
    [id],
  )
  return granted.length > 0 ? `${username} is an admin now.` : `${username} is an admin already.`
}

/** Takes the role back. The last admin may go, too: the command line can always make another. */
export async function revokeAdmin(db: Queryable, who: string): Promise<string> {
  const { id, username } = await findPerson(db, who)
  const revoked = await db.query(
    `delete from public.user_roles where user_id = $1 and role = 'admin' returning role`,
    [id],
  )
  if (revoked.length === 0) return `${username} is no admin.`
  return `${username} is no admin any more.${(await hasAdmin(db)) ? '' : ' There is none now.'}`
}

export async function hasAdmin(db: Queryable): Promise<boolean> {
  return (await db.query(`select from public.user_roles where role = 'admin' limit 1`)).length > 0
}

async function findPerson(db: Queryable, who: string): Promise<Person> {
  // No username has the sign that every email address has.
  const column = who.includes('@') ? 'users.email' : 'profiles.username'
  const [person] = await db.query<Person>(
    `select profiles.id::text, profiles.username
     from public.profiles join auth.users on users.id = profiles.id
     where ${column} = lower($1)`,
    [who],
  )
  if (person) return person
  throw new Refusal(`Nobody has the username or email address ${who}; they have to sign up first.`)
}
