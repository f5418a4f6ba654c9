import type { Queryable } from '../../db/database.ts'
import { network } from './rate-limits.ts'

/** For how long a network is known after a sign-in there. */
export const NETWORK_KNOWN = `interval '90 days'`

/** SQL for a network as it is stored, so that no address can be read from it: hashed with the account's id. */
const hashed = (userId: string, net: string) => `sha256(convert_to(${userId} || ' ' || ${net}, 'UTF8'))`

/** Whether somebody signed in to the account of an address from the visitor's network lately. */
export async function isKnownNetwork(db: Queryable, ip: string, email: string): Promise<boolean> {
  const [known] = await db.query(
    `select from auth.known_networks known join auth.users on users.id = known.user_id
     where users.email = $1 and known.network = ${hashed('users.id', '$2')}
       and known.signed_in_at > now() - ${NETWORK_KNOWN}`,
    [email, network(ip)],
  )
  return known !== undefined
}

/** A statement that makes the network `net` known to the accounts of the table expression `users`. */
export function knowNetwork(net: string): string {
  return `insert into auth.known_networks (user_id, network) select id, ${hashed('id', net)} from users
    on conflict (user_id, network) do update set signed_in_at = now()`
}
