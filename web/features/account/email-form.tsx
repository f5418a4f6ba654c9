import { useEffect, useState } from 'react'
import { PATHS } from '../../../domain/paths.ts'
import { runRequest } from '../../data/run-request.ts'
import { emailFault, passwordFault } from '../../session/account-rules.ts'
import { refuseEnded, SessionEnded, useHasEnded } from '../../session/session-ended.tsx'
import { useUnsaved } from '../../session/while-signed-in.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/toast/toast.ts'
import { AccountSection } from './account-section.tsx'
import { fieldErrors } from './field-errors.ts'
import styles from './form.module.css'

const EMPTY = { email: '', current_password: '' }

export function EmailForm({ email: current }: { email: string }) {
  const [values, onChange] = useState(EMPTY)
  const hasEnded = useHasEnded()
  useUnsaved(values.email !== '')
  const { form, field, sending } = useForm({ values, onChange, check, send })

  // The form may stay open, and another person may use the browser next.
  useEffect(() => {
    if (hasEnded) onChange((values) => ({ ...values, current_password: '' }))
  }, [hasEnded])

  async function send({ email, current_password }: typeof EMPTY) {
    if (hasEnded) return refuseEnded()
    const newEmail = email.trim()
    const { data, failure } = await runRequest(({ auth }) =>
      auth.updateUser(
        { email: newEmail, current_password },
        { emailRedirectTo: location.origin + PATHS.auth },
      ),
    )
    if (failure) return fieldErrors(failure)
    onChange(EMPTY)
    // If the backend sends mails, the new address changes only after it is confirmed.
    if (data?.user?.email?.toLowerCase() === newEmail.toLowerCase()) {
      toast({ title: 'Email address changed', description: `You now sign in with ${newEmail}.` })
    } else {
      toast({
        title: 'Check your mail',
        description: `Open the link that we sent to ${newEmail} to change your address.`,
      })
    }
  }

  if (hasEnded && values.email === '') return null
  return (
    <AccountSection
      heading="Email address"
      text={
        <>
          You sign in with <strong>{current}</strong>. No one else sees this address.
        </>
      }
    >
      <form {...form} className={styles.form}>
        <SessionEnded />
        <Field label="New email address" type="email" autoComplete="email" required {...field('email')} />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          required
          {...field('current_password')}
        />
        <div className={styles.buttons}>
          <Button type="submit" aria-disabled={sending}>
            {sending ? 'Saving...' : 'Change email address'}
          </Button>
        </div>
      </form>
    </AccountSection>
  )
}

function check({ email, current_password }: typeof EMPTY) {
  return { email: emailFault(email), current_password: passwordFault(current_password) }
}
