import type { Failure } from '../../data/run-request.ts'
import { toast } from '../../ui/toast/toast.ts'

type FieldName = 'email' | 'password' | 'current_password'

/** GoTrue’s error codes by the field that they are about. */
const FIELDS: Partial<Record<string, FieldName>> = {
  reauthentication_needed: 'current_password',
  current_password_required: 'current_password',
  current_password_invalid: 'current_password',
  weak_password: 'password',
  same_password: 'password',
  email_exists: 'email',
  email_address_invalid: 'email',
  validation_failed: 'email',
}

/** Puts what the backend refused beside the field that it concerns; what concerns none becomes a toast. */
export function fieldErrors({ code, sentence }: Failure): Partial<Record<FieldName, string>> {
  const name = FIELDS[code ?? '']
  // Who is signed in types only the password.
  if (code === 'invalid_credentials') return { current_password: 'That is not your present password.' }
  if (name) return { [name]: sentence }
  toast({ title: 'Error', description: sentence, destructive: true })
  return {}
}
