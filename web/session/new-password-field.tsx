import type { FieldProps } from '../ui/form/field.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { PASSWORD_RULE } from './account-rules.ts'

/** The toast after a person has changed their password. */
export const PASSWORD_CHANGED = {
  title: 'Password changed',
  description: 'Sign in with the new password from now on.',
}

/** A field in which a person chooses a password; `newPasswordFault` checks it. */
export function NewPasswordField(props: FieldProps) {
  return <PasswordField {...props} autoComplete="new-password" required hint={PASSWORD_RULE} />
}
