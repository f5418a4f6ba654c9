import { SignJWT } from 'jose'
import type { Keys } from '../keys/keys.ts'
import type { User } from '../users/users.ts'

/** The lifetime of a token in seconds, unless its session ends sooner. */
export const ACCESS_TOKEN_SECONDS = 3600

/** The claims about a session. */
export interface Session {
  id: string
  /** How the session began: password, otp or recovery. */
  method: string
  /** In seconds since 1970. */
  startedAt: number
}

/**
 * Makes a JSON Web Token with GoTrue's claims, signed by the newest key. The role is the same for all people; further
 * rights, such as an admin's, are stored in the database.
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
