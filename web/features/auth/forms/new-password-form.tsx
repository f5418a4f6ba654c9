import { useState } from 'react'
import { runRequest } from '../../../data/run-request.ts'
import { newPasswordFault } from '../../../session/account-rules.ts'
import { NewPasswordField, PASSWORD_CHANGED } from '../../../session/new-password-field.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toast/toast.ts'
import styles from '../auth-steps.module.css'

const TOO_LATE = 'You opened the link too long ago. Please sign out and request a new one.'

/** For a person who opened the link in a mail and so needs no current password. */
export function NewPasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const [values, onChange] = useState({ password: '' })
  const { form, field, sending } = useForm({
    values,
    onChange,
    check: ({ password }) => ({ password: newPasswordFault(password) }),
    send: async ({ password }) => {
      const { failure } = await runRequest(({ auth }) => auth.updateUser({ password }))
      if (!failure) {
        toast(PASSWORD_CHANGED)
        return void onDone()
      }
      const isTooLate = failure.code === 'reauthentication_needed'
      toast({ title: 'Error', description: isTooLate ? TOO_LATE : failure.sentence, destructive: true })
      return failure.code === 'weak_password' ? { password: failure.sentence } : undefined
    },
  })

  return (
    <form {...form} className={styles.form} aria-label="Choose a new password">
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField label="New password" {...field('password')} />
      <div className={styles.buttons}>
        <Button type="submit" look="solid" aria-disabled={sending}>
          {sending ? 'Saving...' : 'Save the password'}
        </Button>
      </div>
    </form>
  )
}
