import { useState } from 'react'
import { runRequest } from '../../data/run-request.ts'
import { Button } from '../../ui/form/button.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { AccountSection } from './account-section.tsx'

export function OtherDevices() {
  const [sending, setSending] = useState(false)

  async function signOutElsewhere() {
    if (sending) return
    setSending(true)
    const { failure } = await runRequest(({ auth }) => auth.signOut({ scope: 'others' }))
    setSending(false)
    if (failure) toast({ title: 'Error', description: failure.sentence, destructive: true })
    else toast({ title: 'Signed out elsewhere', description: 'Only this browser is still signed in.' })
  }

  return (
    <AccountSection
      heading="Other devices"
      text="Ends your sessions in every other browser, from their next request on."
    >
      <Button onClick={signOutElsewhere} aria-disabled={sending}>
        {sending ? 'Signing out...' : 'Sign out other devices'}
      </Button>
    </AccountSection>
  )
}
