import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Queryable } from '../db/database.ts'
import { AuthError } from './auth-error.ts'

/** How often something may be tried, counted in the database for all processes together. */
export interface Limit {
  /** A hash, so that neither addresses nor accounts can be read from the counters. */
  key: string
  attempts: number
  minutes: number
  errorCode: 'over_request_rate_limit' | 'over_email_send_rate_limit'
}

type Kind = Omit<Limit, 'key'> & { name: string }

const request = kindOf('over_request_rate_limit')
const mail = kindOf('over_email_send_rate_limit')

/** Enough for a household behind one address. */
const SIGN_UPS = request('sign-ups from', 30, 60)
/** A person mistypes a few times; at ten guesses in five minutes no password worth its name is found. */
const FAILED_SIGN_INS = request('failed sign-ins to', 10, 5)
/** Who tries one password on many accounts. */
const FAILED_SIGN_INS_FROM = request('failed sign-ins from', 100, 5)
const MAILS = mail('mails to', 5, 60)
const MAILS_FROM = mail('mails from', 30, 60)

/** @param ip the visitor's address. */
export function signUpLimits(ip: string): Limit[] {
  return [limit(SIGN_UPS, network(ip))]
}

/** @param email in lower case: accounts that do not exist are counted alike. */
export function signInLimits(ip: string, email: string): Limit[] {
  return [limit(FAILED_SIGN_INS, email), limit(FAILED_SIGN_INS_FROM, network(ip))]
}

export function mailLimits(ip: string, ...emails: string[]): Limit[] {
  return [...emails.map((email) => limit(MAILS, email)), limit(MAILS_FROM, network(ip))]
}

/** What one attempt was counted under. */
export interface Attempt {
  readonly counted: readonly { key: string; resets_at: string }[]
}

/**
 * Counts one attempt under each limit before it is made, so that attempts at the same moment cannot exceed them.
 * One that is refused counts for none.
 * @throws AuthError 429 with the seconds after which to try again.
 */
export async function countAttempt(db: Queryable, limits: readonly Limit[]): Promise<Attempt> {
  const counted = await db.query<{ key: string; resets_at: string; attempts: number; seconds: number }>(
    `insert into auth.rate_limits as counter (key, attempts, resets_at)
     select key, 1, now() + make_interval(mins => minutes)
     from jsonb_to_recordset($1::jsonb) as wanted (key text, minutes integer)
     order by key
     on conflict (key) do update set
       attempts = case when counter.resets_at > now() then counter.attempts else 0 end + 1,
       resets_at = case when counter.resets_at > now() then counter.resets_at else excluded.resets_at end
     returning key, resets_at::text, attempts, ceil(extract(epoch from resets_at - now()))::int as seconds`,
    [JSON.stringify(limits)],
  )
  const counterOf = new Map(counted.map((counter) => [counter.key, counter]))
  const exceeded = limits.filter(({ key, attempts }) => (counterOf.get(key)?.attempts ?? 0) > attempts)
  const [first] = exceeded
  if (!first) return { counted }
  await giveBack(db, { counted })
  const seconds = Math.max(...exceeded.map(({ key }) => counterOf.get(key)?.seconds ?? 0))
  throw new AuthError(
    429,
    first.errorCode,
    `Too many attempts. Please try again ${inWords(seconds)}.`,
    seconds,
  )
}

/** Takes an attempt back that turned out to be none of those limited; not from a count that has begun since. */
export async function giveBack(db: Queryable, { counted }: Attempt): Promise<void> {
  await db.query(
    // The limit says how few there are, or the planner would rather walk all counters than find each by its key.
    `update auth.rate_limits as counter set attempts = counter.attempts - 1
     from (
       select key from auth.rate_limits
       join (
         select * from jsonb_to_recordset($1::jsonb) as given (key text, resets_at timestamptz) limit 10
       ) as given using (key, resets_at)
       order by key for update of rate_limits
     ) as counted
     where counter.key = counted.key`,
    [JSON.stringify(counted)],
  )
}

function kindOf(errorCode: Limit['errorCode']) {
  return (name: string, attempts: number, minutes: number): Kind => ({ name, attempts, minutes, errorCode })
}

function limit({ name, ...kind }: Kind, of: string): Limit {
  return { ...kind, key: createHash('sha256').update(`${name} ${of}`).digest('base64url') }
}

/** Whoever has one address of IPv6 has the other 2⁶⁴ of its network, too. */
export function network(ip: string): string {
  const address = ipaddr.isValid(ip) ? ipaddr.process(ip) : undefined
  if (address?.kind() !== 'ipv6') return address?.toString() ?? ip
  return address.toByteArray().slice(0, 8).join('.')
}

function inWords(seconds: number): string {
  if (seconds <= 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  return `in ${Math.ceil(seconds / 60)} minutes`
}
