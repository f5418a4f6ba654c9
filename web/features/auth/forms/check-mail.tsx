import { useState } from 'react'
import { runRequest } from '../../../data/run-request.ts'
import { Button } from '../../../ui/button/button.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import styles from '../auth-steps.module.css'
import { sendRecoveryMail } from './forgot-password-form.tsx'

interface Props {
  email: string
  purpose: 'signup' | 'recovery'
  onBack: () => void
}

/** Asks the person to open the link in a mail, and offers to send the mail again. */
export function CheckMail({ email, purpose, onBack }: Props) {
  const [sending, setSending] = useState(false)

  async function sendAgain() {
    if (sending) return
    setSending(true)
    const { failure } = await (purpose === 'signup' ? sendConfirmation(email) : sendRecoveryMail(email))
    setSending(false)
    if (failure) toast({ title: 'Error', description: failure.sentence, destructive: true })
    else toast({ title: 'Mail sent', description: `We sent another mail to ${email}.` })
  }

  return (
    <div className={styles.form}>
      <p className={styles.text}>
        {purpose === 'signup'
          ? 'If an account with this address waits for confirmation, we sent a link to confirm it to '
          : 'If there is an account with this address, we sent a link to choose a new password to '}
        <strong>{email}</strong>. Open the link in this browser.
      </p>
      <div className={styles.buttons}>
        <Button onClick={sendAgain} aria-disabled={sending}>
          {sending ? 'Sending...' : 'Send it again'}
        </Button>
        <button type="button" className={styles.aside} onClick={onBack}>
          Back to sign-in
        </button>
      </div>
    </div>
  )
}

function sendConfirmation(email: string) {
  const options = { emailRedirectTo: `${location.origin}/` }
  return runRequest(({ auth }) => auth.resend({ type: 'signup', email, options }))
}
