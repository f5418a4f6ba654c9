import { useQuery } from '@tanstack/react-query'
import { runRequest } from '../../../data/run-request.ts'
import { emailFault, passwordFault } from '../../../session/account-rules.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toast/toast.ts'
import styles from '../auth-steps.module.css'
import { sendsMailQuery } from '../mail-link/mail-settings-query.ts'
import { WELCOME_BACK } from '../welcome.ts'
import type { Credentials } from './credentials.ts'

interface Props {
  credentials: Credentials
  onChange: (credentials: Credentials) => void
  onForgot: () => void
  /** Called if the address has not been confirmed yet. */
  onUnconfirmed: (email: string) => void
}

export function SignInForm({ credentials, onChange, onForgot, onUnconfirmed }: Props) {
  const { data: sendsMail = false } = useQuery(sendsMailQuery())
  const { form, field, sending } = useForm({ values: credentials, onChange, check, send })

  async function send({ email, password }: Credentials) {
    const { failure } = await runRequest(({ auth }) =>
      auth.signInWithPassword({ email: email.trim(), password }),
    )
    if (!failure) return void toast(WELCOME_BACK)
    toast({ title: 'Error', description: failure.sentence, destructive: true })
    if (failure.code === 'email_not_confirmed') onUnconfirmed(email.trim())
  }

  return (
    <form {...form} className={styles.form} aria-label="Sign in">
      {/* Password managers store the address as the username, because people sign in with it. */}
      <Field label="Email" type="email" autoComplete="username" required {...field('email')} />
      <PasswordField label="Password" autoComplete="current-password" required {...field('password')} />
      <div className={styles.buttons}>
        <Button type="submit" look="solid" aria-disabled={sending}>
          {sending ? 'Signing in...' : 'Sign In'}
        </Button>
        {sendsMail && (
          <button type="button" className={styles.aside} onClick={onForgot}>
            Forgot password?
          </button>
        )}
      </div>
    </form>
  )
}

function check({ email, password }: Credentials) {
  return { email: emailFault(email), password: passwordFault(password) }
}
