import { z } from 'zod'
import { AuthError } from '../auth-error.ts'

const given = z.object({ email: z.unknown(), phone: z.unknown() }).partial()

/** Whether a body is one of an account and names neither an email address nor a telephone number. */
export function namesNobody(body: unknown): boolean {
  const { success, data } = given.safeParse(body)
  return success && !data.email && !data.phone
}

/**
 * @param what GoTrue’s word for what the body asks for.
 * @throws AuthError 400 `phone_provider_disabled` for a body with a telephone number instead of an email address.
 */
export function refusePhone(body: unknown, what: 'signups' | 'logins'): void {
  const { data } = given.safeParse(body)
  if (!data?.phone || data.email) return
  throw new AuthError(400, 'phone_provider_disabled', `Phone ${what} are disabled`)
}
