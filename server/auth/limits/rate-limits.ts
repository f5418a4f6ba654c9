import { createHash } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { networks } from '../../http/networks.ts'
import { AuthError } from '../auth-error.ts'

/** How often something may be tried. The database counts the attempts of all processes together. */
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

/** Enough for a household behind one network. */
const SIGN_UPS = request('sign-ups from', 30, 60)
/** People mistype. Counted by account and network, so that a stranger’s guesses do not lock out the owner. */
const FAILED_SIGN_INS = request('failed sign-ins to and from', 10, 5)
/** Guesses from many networks. So few guesses do not find a reasonable password. */
const FAILED_SIGN_INS_TO = request('failed sign-ins to', 100, 5)
/** Attempts with one password on many accounts. */
const FAILED_SIGN_INS_FROM = request('failed sign-ins from', 100, 5)
/** Counted by session, so that somebody with a stolen session does not lock out the owner in another one. */
const WRONG_CURRENT_PASSWORDS = request('wrong current passwords in', 10, 5)
const MAILS = mail('mails to', 5, 60)
const MAILS_FROM = mail('mails from', 30, 60)

/** @param ip the visitor's address. */
export function signUpLimits(ip: string): Limit[] {
  return fromNetworks(SIGN_UPS, ip)
}

/**
 * @param email in lower case. Attempts are also counted for addresses without an account.
 * @param isKnown whether somebody recently signed in to the account from this network. Then guesses from other networks
 *   do not lock it out.
 */
export function signInLimits(ip: string, email: string, isKnown: boolean): [Limit, ...Limit[]] {
  return [
    ...fromNetworks(FAILED_SIGN_INS, ip, email),
    ...(isKnown ? [] : [limit(FAILED_SIGN_INS_TO, email)]),
    ...fromNetworks(FAILED_SIGN_INS_FROM, ip),
  ]
}

export function currentPasswordLimits(sessionId: string): [Limit] {
  return [limit(WRONG_CURRENT_PASSWORDS, sessionId)]
}

export function mailLimits(ip: string, ...emails: string[]): Limit[] {
  return [...emails.map((email) => limit(MAILS, email)), ...fromNetworks(MAILS_FROM, ip)]
}

/**
 * Whether a counter’s window is open. If it ends later than a new one would, it was opened while the clock was ahead, and
 * no longer counts. The minute allows for an attempt that began before the counter’s and waited for its row.
 */
const STILL_COUNTS = `counter.resets_at > now() and counter.resets_at < excluded.resets_at + interval '1 minute'`

/** The counters that one attempt increased. */
export interface Attempt {
  readonly counted: readonly { key: string; resets_at: string }[]
}

/**
 * Counts one attempt under each limit before it is made, so that simultaneous attempts cannot exceed a limit. A refused
 * attempt is not counted.
 * @throws AuthError 429 with the seconds until the next attempt.
 */
export async function countAttempt(db: Queryable, limits: readonly Limit[]): Promise<Attempt> {
  const counted = await db.query<{ key: string; resets_at: string; attempts: number; seconds: number }>(
    `insert into auth.rate_limits as counter (key, attempts, resets_at)
     select key, 1, now() + make_interval(mins => minutes)
     from jsonb_to_recordset($1::jsonb) as wanted (key text, minutes integer)
     order by key
     on conflict (key) do update set
       attempts = case when ${STILL_COUNTS} then counter.attempts else 0 end + 1,
       resets_at = case when ${STILL_COUNTS} then counter.resets_at else excluded.resets_at end
     returning key, resets_at::text, attempts, ceil(extract(epoch from resets_at - now()))::int as seconds`,
    [JSON.stringify(limits)],
  )
  const counterOf = new Map(counted.map((counter) => [counter.key, counter]))
  const exceeded = limits.filter(({ key, attempts }) => (counterOf.get(key)?.attempts ?? 0) > attempts)
  const [first] = exceeded
  if (!first) return { counted }
  await uncountAttempt(db, { counted })
  const seconds = Math.max(
    ...exceeded.map(({ key, minutes }) => Math.min(counterOf.get(key)?.seconds ?? 0, minutes * 60)),
  )
  throw new AuthError(
    429,
    first.errorCode,
    `Too many attempts. Please try again ${inWords(seconds)}.`,
    seconds,
  )
}

/**
 * Removes an attempt that must not be counted; a window that began since is left alone. A counter with no other attempt
 * is deleted, since otherwise refused attempts would fill the table.
 */
export async function uncountAttempt(db: Queryable, { counted }: Attempt): Promise<void> {
  await db.query(
    // Without the limit, the planner expects many keys and scans all counters.
    `with counted as (
       select key, attempts from auth.rate_limits
       join (
         select * from jsonb_to_recordset($1::jsonb) as given (key text, resets_at timestamptz) limit 10
       ) as given using (key, resets_at)
       order by key for update of rate_limits
     ), unused as (
       delete from auth.rate_limits as counter using counted
       where counter.key = counted.key and counted.attempts <= 1
     )
     update auth.rate_limits as counter set attempts = counter.attempts - 1 from counted
     where counter.key = counted.key and counted.attempts > 1`,
    [JSON.stringify(counted)],
  )
}

function kindOf(errorCode: Limit['errorCode']) {
  return (name: string, attempts: number, minutes: number): Kind => ({ name, attempts, minutes, errorCode })
}

function limit({ name, ...kind }: Kind, of: string): Limit {
  return { ...kind, key: createHash('sha256').update(`${name} ${of}`).digest('base64url') }
}

/** The factors of the limits of an address's wider networks, a /56 and a /48 of IPv6, which many homes may share. */
const WIDER_NETWORK_FACTORS = [2, 5]

/** Returns a limit for each network that an address belongs to, the narrowest first. */
function fromNetworks(kind: Kind, ip: string, of = ''): [Limit, ...Limit[]] {
  const [narrowest, ...wider] = networks(ip)
  const limitOf = (net: string, attempts = kind.attempts) =>
    limit({ ...kind, attempts }, of === '' ? net : `${of} ${net}`)
  return [
    limitOf(narrowest),
    ...wider.map((net, at) => limitOf(net, kind.attempts * (WIDER_NETWORK_FACTORS[at] ?? 1))),
  ]
}

function inWords(seconds: number): string {
  if (seconds <= 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  return `in ${Math.ceil(seconds / 60)} minutes`
}
