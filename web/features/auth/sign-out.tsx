import type { ReactNode } from 'react'
import { beginSignOut, leave } from '../../session/leave.ts'
import { sendUnsentChanges } from '../../session/unsent-changes.ts'

let isUnderWay = false

/**
 * Signs the person out and removes all data about them from the browser. If changes cannot be sent before, it asks.
 * @param show shows the question, or nothing.
 * @param leavePage leaves a page that would ask the person to sign in again.
 */
export async function askAndSignOut(
  show: (question: ReactNode) => void,
  leavePage: () => Promise<void>,
  signOut: () => Promise<void>,
): Promise<void> {
  async function signOutNow(): Promise<void> {
    show(null)
    const isWanted = beginSignOut()
    // If the person stays, this waits until they leave the page later.
    await leavePage()
    if (isWanted()) await leave(signOut)
  }

  // A second click while the changes are sent.
  if (isUnderWay) return
  isUnderWay = true
  const unsent = await sendUnsentChanges().finally(() => {
    isUnderWay = false
  })
  if (unsent === 0) return signOutNow()
  const { SignOutDialog } = await import('./sign-out-dialog.tsx')
  show(<SignOutDialog unsent={unsent} onConfirm={signOutNow} onCancel={() => show(null)} />)
}
