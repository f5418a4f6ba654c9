import type { Failure } from '../../data/run-request.ts'
import { toast } from '../../ui/toast/toast.ts'

type FieldName = 'email' | 'password' | 'current_password'

/** The field to which each of GoTrue’s error codes belongs. */
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

/** Returns an error as the message of the field that it concerns; an error that concerns no field becomes a toast. */
export function fieldErrors({ code, sentence }: Failure): Partial<Record<FieldName, string>> {
  const name = FIELDS[code ?? '']
  // Someone who is signed in has typed only the password, so only that can be wrong.
  if (code === 'invalid_credentials') return { current_password: 'This is not your current password.' }
  if (name) return { [name]: sentence }
  toast({ title: 'Error', description: sentence, destructive: true })
  return {}
}
