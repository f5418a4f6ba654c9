import { normaliseUsername } from '../../../../domain/usernames.ts'
import { type Failure, runRequest } from '../../../data/run-request.ts'
import { emailFault, newPasswordFault } from '../../../session/account-rules.ts'
import { NewPasswordField } from '../../../session/new-password-field.tsx'
import { UsernameField, usernameFault } from '../../../session/username-field.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toast/toast.ts'
import styles from '../auth-steps.module.css'
import { WELCOME } from '../welcome.ts'
import type { Credentials } from './credentials.ts'

interface Props {
  credentials: Credentials
  onChange: (credentials: Credentials) => void
  /** Called if the address of the account must be confirmed by mail. */
  onMailSent: (email: string) => void
}

export function SignUpForm({ credentials, onChange, onMailSent }: Props) {
  const { form, field, sending } = useForm({ values: credentials, onChange, check, send })

  async function send({ username, email, password }: Credentials) {
    const { data, failure } = await runRequest(({ auth }) =>
      auth.signUp({
        email: email.trim(),
        password,
        options: { emailRedirectTo: `${location.origin}/`, data: { username: normaliseUsername(username) } },
      }),
    )
    if (failure) {
      toast({ title: 'Error', description: failure.sentence, destructive: true })
      return faultsOf(failure)
    }
    if (!data?.session) return onMailSent(email.trim())
    toast(WELCOME)
  }

  return (
    <form {...form} className={styles.form} aria-label="Sign up">
      <UsernameField label="Username" autoComplete="nickname" required {...field('username')} />
      <Field label="Email" type="email" autoComplete="username" required {...field('email')} />
      <NewPasswordField label="Password" {...field('password')} />
      <div className={styles.buttons}>
        <Button type="submit" look="solid" aria-disabled={sending}>
          {sending ? 'Creating account...' : 'Sign Up'}
        </Button>
      </div>
    </form>
  )
}

function check({ username, email, password }: Credentials) {
  return { username: usernameFault(username), email: emailFault(email), password: newPasswordFault(password) }
}

const EMAIL_CODES = new Set([
  'user_already_exists',
  'email_exists',
  'email_address_invalid',
  'validation_failed',
])

/** Assigns an error of the backend to the field that it concerns. */
function faultsOf({ code, sentence }: Failure) {
  if (code === 'weak_password') return { password: sentence }
  if (/^(The|A) username /.test(sentence)) return { username: sentence }
  return EMAIL_CODES.has(code ?? '') ? { email: sentence } : {}
}
