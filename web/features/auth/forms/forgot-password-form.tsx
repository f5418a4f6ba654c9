import { useState } from 'react'
import { PATHS } from '../../../../domain/paths.ts'
import { runRequest } from '../../../data/run-request.ts'
import { emailFault } from '../../../session/account-rules.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toast/toast.ts'
import styles from '../auth-steps.module.css'

interface Props {
  /** The address that was typed to sign in. */
  email: string
  onMailSent: (email: string) => void
  onBack: () => void
}

export function ForgotPasswordForm({ email, onMailSent, onBack }: Props) {
  const [values, onChange] = useState({ email })
  const { form, field, sending } = useForm({
    values,
    onChange,
    check: ({ email }) => ({ email: emailFault(email) }),
    send: async ({ email }) => {
      const { failure } = await sendRecoveryMail(email.trim())
      if (!failure) return onMailSent(email.trim())
      toast({ title: 'Error', description: failure.sentence, destructive: true })
    },
  })

  return (
    <form {...form} className={styles.form} aria-label="Forgot password">
      <p className={styles.text}>Enter your address and we will send you a link to choose a new password.</p>
      <Field label="Email" type="email" autoComplete="username" required {...field('email')} />
      <div className={styles.buttons}>
        <Button type="submit" look="solid" aria-disabled={sending}>
          {sending ? 'Sending...' : 'Send the link'}
        </Button>
        <button type="button" className={styles.aside} onClick={onBack}>
          Back to sign-in
        </button>
      </div>
    </form>
  )
}

export function sendRecoveryMail(email: string) {
  return runRequest(({ auth }) =>
    auth.resetPasswordForEmail(email, { redirectTo: location.origin + PATHS.auth }),
  )
}
