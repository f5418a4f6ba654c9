import { useState } from 'react'
import { runRequest } from '../../data/run-request.ts'
import { Button } from '../../ui/button/button.tsx'
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
    else toast({ title: 'Signed out elsewhere', description: 'You are signed in only in this browser.' })
  }

  return (
    <AccountSection heading="Other devices" text="Signs you out in all other browsers at their next request.">
      <Button onClick={signOutElsewhere} aria-disabled={sending}>
        {sending ? 'Signing out...' : 'Sign out other devices'}
      </Button>
    </AccountSection>
  )
}
