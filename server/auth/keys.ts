import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Queryable } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

/** The keys every process of the site shares. They live in the database and nowhere else. */
export interface Keys {
  /** Names the application, not a person: it carries the role anon. */
  publishable: string
  /** Public halves of the keys that sign access tokens, as JSON Web Keys. */
  signing: JWK[]
}

/** The keys of the site's database, made at the first call. */
export async function siteKeys(db: Queryable): Promise<Keys> {
  await requireOwnPlatform(db)
  return (await readKeys(db)) ?? (await makeKeys(db)) ?? siteKeys(db)
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
  const [keys] = await db.query<{ publishable: string | null; signing: string | null }>(
    `select
       (select key from auth.api_keys where name = 'publishable') as publishable,
       (select json_agg(public_jwk || jsonb_build_object('kid', key_id, 'alg', 'ES256'))::text
        from auth.signing_keys) as signing`,
  )
  if (!keys?.publishable || !keys.signing) return undefined
  return { publishable: keys.publishable, signing: JSON.parse(keys.signing) as JWK[] }
}

/** Of several processes starting at once one makes the keys; the others get undefined and read them. */
async function makeKeys(db: Queryable): Promise<Keys | undefined> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const made = await db.query(
    `with api_key as (
       insert into auth.api_keys (name, key) values ('publishable', $1) on conflict do nothing returning name
     )
     insert into auth.signing_keys (private_jwk, public_jwk) select $2::jsonb, $3::jsonb from api_key returning key_id`,
    [
      `sb_publishable_${randomBytes(24).toString('base64url')}`,
      JSON.stringify(await exportJWK(privateKey)),
      JSON.stringify(await exportJWK(publicKey)),
    ],
  )
  return made.length > 0 ? readKeys(db) : undefined
}
