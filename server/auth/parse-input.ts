import { z } from 'zod'
import { AuthError } from './auth-error.ts'

/** A field of a body or query. The error of a field is worded to follow the field's name. */
export const text = z.string({ error: 'must be text' })

/** The longest address that mail can be sent to (RFC 5321, erratum 1690). */
const MAX_EMAIL_LENGTH = 254

/** An email address as it is stored: trimmed and in lower case, so that addresses compare regardless of case. */
export const email = z.string().trim().toLowerCase().max(MAX_EMAIL_LENGTH).pipe(z.email())

/**
 * Parses a body or query; unknown fields are left out.
 * @throws AuthError 400 `validation_failed` that names the first wrong field.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input)
  if (success) return data
  const [issue] = error.issues
  const [field] = issue?.path ?? []
  if (field === undefined) throw new AuthError(400, 'validation_failed', 'The body must be a JSON object.')
  if (field === 'email') {
    throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format')
  }
  throw new AuthError(400, 'validation_failed', `The field ${String(field)} ${issue?.message}.`)
}

const identifiers = z.object({ email: z.unknown(), phone: z.unknown() }).partial()

/** Whether a body has neither an email address nor a telephone number. */
export function hasNoIdentifier(body: unknown): boolean {
  const { success, data } = identifiers.safeParse(body)
  return success && !data.email && !data.phone
}

/**
 * @param what GoTrue’s word for the request.
 * @throws AuthError 400 `phone_provider_disabled` for a body with a telephone number instead of an email address.
 */
export function refusePhone(body: unknown, what: 'signups' | 'logins'): void {
  const { data } = identifiers.safeParse(body)
  if (!data?.phone || data.email) return
  throw new AuthError(400, 'phone_provider_disabled', `Phone ${what} are disabled`)
}
