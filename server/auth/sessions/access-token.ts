import { SignJWT } from 'jose'
import type { Keys } from '../keys/keys.ts'
import type { User } from '../users/users.ts'

/** Seconds for which a token is good, unless its session ends sooner. */
export const ACCESS_TOKEN_SECONDS = 3600

/** A session as its tokens state it. */
export interface Session {
  id: string
  /** How it began: password, otp or recovery. */
  method: string
  /** Since when, in seconds since 1970. */
  startedAt: number
}

/**
 * A JSON Web Token with GoTrue's claims, signed by the newest key. Its role is the same for everybody: what people
 * may do beyond that the database keeps.
 */
export function signAccessToken(
  { signer }: Keys,
  issuer: string,
  user: User,
  session: Session,
  issuedAt: number,
): Promise<string> {
  return new SignJWT({
    role: 'authenticated',
    email: user.email,
    phone: user.phone,
    session_id: session.id,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    amr: [{ method: session.method, timestamp: session.startedAt }],
    aal: 'aal1',
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: signer.keyId })
    .setIssuer(issuer)
    .setSubject(user.id)
    .setAudience('authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(signer.privateKey)
}
