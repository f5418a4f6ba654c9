import { useState } from 'react'
import { runRequest } from '../../../data/run-request.ts'
import { Button } from '../../../ui/form/button.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import styles from '../access.module.css'
import { sendRecoveryMail } from './forgot-password-form.tsx'

interface Props {
  email: string
  purpose: 'signup' | 'recovery'
  onBack: () => void
}

/** What is to be done next happens in the person's mailbox. */
export function CheckMail({ email, purpose, onBack }: Props) {
  const [sending, setSending] = useState(false)

  async function sendAgain() {
    if (sending) return
    setSending(true)
    const { failure } = await (purpose === 'signup' ? sendConfirmation(email) : sendRecoveryMail(email))
    setSending(false)
    if (failure) toast({ title: 'Error', description: failure.sentence, destructive: true })
    else toast({ title: 'Mail sent', description: `Another mail is on its way to ${email}.` })
  }

  return (
    <div className={styles.form}>
      <p className={styles.text}>
        {purpose === 'signup' ? 'A link to confirm your address' : 'A link to choose a new password'} is on
        its way to <strong>{email}</strong>, if an account there waits for one. Open it in this browser.
      </p>
      <div className={styles.buttons}>
        <Button onClick={sendAgain} aria-disabled={sending}>
          {sending ? 'Sending...' : 'Send it again'}
        </Button>
        <button type="button" className={styles.aside} onClick={onBack}>
          Back to signing in
        </button>
      </div>
    </div>
  )
}

function sendConfirmation(email: string) {
  const options = { emailRedirectTo: `${location.origin}/` }
  return runRequest(({ auth }) => auth.resend({ type: 'signup', email, options }))
}
