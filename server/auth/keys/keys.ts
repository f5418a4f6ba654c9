import { randomBytes } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Database, Queryable } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'

/** Tells all processes that the keys have changed. */
const KEYS_CHANNEL = 'signing_keys'

/** The keys every process of the site shares. They live in the database and nowhere else. */
export interface Keys {
  /** Names the application, not a person: it carries the role anon. */
  readonly publishable: string
  /** Public halves of the keys that sign access tokens, as JSON Web Keys, the newest first. */
  readonly signing: readonly JWK[]
  /** Signs new access tokens: the newest key. It cannot be exported. */
  readonly signer: { keyId: string; privateKey: CryptoKey }
}

/** Keys that follow the database, as soon as they were read. */
export interface SiteKeys extends Keys {
  /** Rejects where they cannot be read for the first time. */
  readonly ready: Promise<void>
  /** Reads them anew; at most every few seconds, whoever asks for it. */
  reread(): Promise<void>
  /** Follows the database no longer. */
  release(): Promise<void>
}

const REREAD_MS = 5000

/** Who misses the word that there is a new key, as while the database was away, signs with the old one so long. */
const KEY_LEARNED_MS = 5 * 60 * 1000

/** The keys of the site's database, made at the first call. All processes learn of a new one at once. */
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
  // What fails is done at the next time, or by whoever meets a token of a key that is not known.
  const follow = () => void read().catch(() => {})
  async function open(): Promise<void> {
    await requireOwnPlatform(db)
    await read()
    unlisten = await db.listen(KEYS_CHANNEL, follow)
  }
  const ready = open()
  const timer = setInterval(follow, KEY_LEARNED_MS)
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
      if (Date.now() < readAt + REREAD_MS) return reading
      readAt = Date.now()
      reading = read()
      return reading
    },
    release() {
      clearInterval(timer)
      return unlisten()
    },
  }
}

/**
 * Makes a new key, by which all processes sign from now on. The one before still verifies what it signed, until
 * nothing of it can be good any more (see `pruning.ts`).
 */
export async function rotateSigningKey(db: Database): Promise<void> {
  await requireOwnPlatform(db)
  const { privateJwk, publicJwk } = await newKeyPair()
  await db.transaction([
    {
      // Later than the one before, whatever the clock says: the newest signs.
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
    'DATABASE_URL leads to a hosted Supabase project, which serves the API itself; build the static site for it instead (see README).',
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

/** Of several processes starting at once one makes the keys; the others get undefined and read them. */
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

/** Both halves as JSON. */
async function newKeyPair(): Promise<{ privateJwk: string; publicJwk: string }> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  return {
    privateJwk: JSON.stringify(await exportJWK(privateKey)),
    publicJwk: JSON.stringify(await exportJWK(publicKey)),
  }
}
