import { randomBytes } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Database, Queryable } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'

/** Notifies all processes that the keys have changed. */
const KEYS_CHANNEL = 'signing_keys'

/** The keys that all processes of the site share. They are stored only in the database. */
export interface Keys {
  /** Identifies the application, not a person; it has the role anon. */
  readonly publishable: string
  /** The public keys for access tokens as JSON Web Keys, the newest first. */
  readonly signing: readonly JWK[]
  /** The newest key, which signs access tokens. It cannot be exported. */
  readonly signer: { keyId: string; privateKey: CryptoKey }
}

/** Keys that are read again when they change in the database. */
export interface SiteKeys extends Keys {
  /** Rejects if the first read fails. */
  readonly ready: Promise<void>
  /** Reads the keys again, at most every few seconds. */
  reread(): Promise<void>
  /** Stops following the database. */
  release(): Promise<void>
}

const MIN_REREAD_MS = 5000

/** A process that misses a notification, as during an outage, signs with the old key for at most this long. */
const POLL_MS = 5 * 60 * 1000

/** Opens the keys of the site's database, and makes them if there are none. Processes are notified of a new key. */
export function openKeys(db: Database): SiteKeys {
  let known: Keys | undefined
  let readAt = 0
  let reading = Promise.resolve()
  let unlisten = async () => {}
  const read = async () => {
    known = await readOrMakeKeys(db)
  }
  const current = () => {
    if (known) return known
    throw new Error('The keys were not read yet.')
  }
  // A failed read is repeated at the next interval, or when a token has an unknown key.
  const follow = () => {
    reading = read()
    reading.catch(() => {})
  }
  async function open(): Promise<void> {
    await requireOwnPlatform(db)
    await read()
    unlisten = await db.listen(KEYS_CHANNEL, follow)
  }
  const ready = open()
  const timer = setInterval(follow, POLL_MS)
  timer.unref()
  return {
    ready,
    get publishable() {
      return current().publishable
    },
    get signing() {
      return current().signing
    },
    get signer() {
      return current().signer
    },
    reread() {
      if (Date.now() < readAt + MIN_REREAD_MS) return reading
      readAt = Date.now()
      reading = read()
      return reading
    },
    async release() {
      clearInterval(timer)
      await unlisten()
      await reading.catch(() => {})
    },
  }
}

/**
 * Makes a new key, with which all processes sign from now on. The former key verifies its tokens until they have all
 * expired (see `pruning.ts`).
 */
export async function rotateSigningKey(db: Database): Promise<void> {
  await requireOwnPlatform(db)
  const { privateJwk, publicJwk } = await newKeyPair()
  await db.transaction([
    {
      // Always later than the former key, even if the clock went back, as the newest key signs.
      text: `insert into auth.signing_keys (private_jwk, public_jwk, created_at)
        select $1::jsonb, $2::jsonb, greatest(now(), max(created_at) + interval '1 microsecond')
        from auth.signing_keys`,
      values: [privateJwk, publicJwk],
    },
    { text: 'select pg_notify($1, $2)', values: [KEYS_CHANNEL, ''] },
  ])
}

async function readOrMakeKeys(db: Queryable): Promise<Keys> {
  return (await readKeys(db)) ?? (await makeKeys(db)) ?? readOrMakeKeys(db)
}

async function requireOwnPlatform(db: Queryable): Promise<void> {
  const [table] = await db.query<{ exists: boolean }>(
    `select to_regclass('auth.api_keys') is not null as exists`,
  )
  if (table?.exists) return
  throw new Refusal(
    'DATABASE_URL leads to a hosted Supabase project, which serves the API itself; build the static site for it instead (see docs/operating.md).',
  )
}

async function readKeys(db: Queryable): Promise<Keys | undefined> {
  const [keys] = await db.query<{
    publishable: string | null
    signing: string | null
    newest: string | null
  }>(
    `select
       (select key from auth.api_keys where name = 'publishable') as publishable,
       (select json_agg(public_jwk || jsonb_build_object('kid', key_id, 'alg', 'ES256', 'use', 'sig')
                        order by created_at desc, key_id)::text
        from auth.signing_keys) as signing,
       (select private_jwk::text from auth.signing_keys order by created_at desc, key_id limit 1) as newest`,
  )
  if (!keys?.publishable || !keys.signing || !keys.newest) return undefined
  const signing = JSON.parse(keys.signing) as (JWK & { kid: string })[]
  const privateKey = (await importJWK(JSON.parse(keys.newest), 'ES256')) as CryptoKey
  return {
    publishable: keys.publishable,
    signing,
    signer: { keyId: signing[0]?.kid ?? '', privateKey },
  }
}

/** If several processes start at once, one makes the keys; the others get undefined and read them. */
async function makeKeys(db: Queryable): Promise<Keys | undefined> {
  const { privateJwk, publicJwk } = await newKeyPair()
  const made = await db.query(
    `with api_key as (
       insert into auth.api_keys (name, key) values ('publishable', $1) on conflict do nothing returning name
     )
     insert into auth.signing_keys (private_jwk, public_jwk) select $2::jsonb, $3::jsonb from api_key returning key_id`,
    [`sb_publishable_${randomBytes(24).toString('base64url')}`, privateJwk, publicJwk],
  )
  return made.length > 0 ? readKeys(db) : undefined
}

/** Returns both keys as JSON. */
async function newKeyPair(): Promise<{ privateJwk: string; publicJwk: string }> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  return {
    privateJwk: JSON.stringify(await exportJWK(privateKey)),
    publicJwk: JSON.stringify(await exportJWK(publicKey)),
  }
}
