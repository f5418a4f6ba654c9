import { importJWK, SignJWT } from 'jose'
import type { Database } from '../../../server/db/database.ts'

/** Returns an access token signed with the site's key, for a person or for a random id. */
export async function signAccessToken(
  db: Database,
  id: string = crypto.randomUUID(),
  lifetime = '1h',
): Promise<string> {
  const [key] = await db.query<{ key_id: string; jwk: string }>(
    'select key_id, private_jwk::text as jwk from auth.signing_keys',
  )
  return new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256', kid: key?.key_id ?? '' })
    .setSubject(id)
    .setAudience('authenticated')
    .setExpirationTime(lifetime)
    .sign(await importJWK(JSON.parse(key?.jwk ?? ''), 'ES256'))
}
