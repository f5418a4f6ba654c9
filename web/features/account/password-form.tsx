import { useState } from 'react'
import { runRequest } from '../../data/run-request.ts'
import { newPasswordFault, passwordFault } from '../../session/account-rules.ts'
import { NewPasswordField, PASSWORD_CHANGED } from '../../session/new-password-field.tsx'
import { Button } from '../../ui/button/button.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/toast/toast.ts'
import { AccountSection } from './account-section.tsx'
import { fieldErrors } from './field-errors.ts'
import styles from './form.module.css'

const EMPTY = { current_password: '', password: '' }

export function PasswordForm({ email }: { email: string }) {
  const [values, onChange] = useState(EMPTY)
  const { form, field, sending } = useForm({ values, onChange, check, send })

  async function send({ current_password, password }: typeof EMPTY) {
    const { failure } = await runRequest(({ auth }) => auth.updateUser({ password, current_password }))
    if (failure) return fieldErrors(failure)
    onChange(EMPTY)
    toast(PASSWORD_CHANGED)
  }

  return (
    <AccountSection
      heading="Password"
      text="Choose a long password that you use for no other site. A new password signs you out in all other browsers."
    >
      <form {...form} className={styles.form}>
        {/* Tells password managers which account's password changes. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          required
          {...field('current_password')}
        />
        <NewPasswordField label="New password" {...field('password')} />
        <div className={styles.buttons}>
          <Button type="submit" aria-disabled={sending}>
            {sending ? 'Saving...' : 'Change password'}
          </Button>
        </div>
      </form>
    </AccountSection>
  )
}

function check({ current_password, password }: typeof EMPTY) {
  return { current_password: passwordFault(current_password), password: newPasswordFault(password) }
}
