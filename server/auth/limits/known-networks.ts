import type { Queryable } from '../../db/database.ts'
import { network } from '../../http/networks.ts'

/** How long a network is known after a sign-in from it. */
export const KNOWN_NETWORK_LIFETIME = `interval '90 days'`

/** SQL for the stored form of a network: hashed with the account's id, so that no address can be read from it. */
const hashed = (userId: string, net: string) => `sha256(convert_to(${userId} || ' ' || ${net}, 'UTF8'))`

/** Whether somebody recently signed in from the visitor's network to the account with this email address. */
export async function isKnownNetwork(db: Queryable, ip: string, email: string): Promise<boolean> {
  const [known] = await db.query(
    `select from auth.known_networks known join auth.users on users.id = known.user_id
     where users.email = $1 and known.network = ${hashed('users.id', '$2')}
       and known.signed_in_at > now() - ${KNOWN_NETWORK_LIFETIME}`,
    [email, network(ip)],
  )
  return known !== undefined
}

/** SQL that stores the network `net` as known to the accounts of the table expression `users`. */
export function rememberNetworkSql(net: string): string {
  return `insert into auth.known_networks (user_id, network) select id, ${hashed('id', net)} from users
    on conflict (user_id, network) do update set signed_in_at = now()`
}
