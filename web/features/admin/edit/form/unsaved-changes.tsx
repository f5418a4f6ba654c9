import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PATHS } from '../../../../../domain/paths.ts'
import { cancelSignOut } from '../../../../session/leave.ts'
import { useSession } from '../../../../session/session.tsx'
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx'

interface Options {
  isChanged: boolean
  /** The form whose changes would be lost, as part of a sentence: “Ikiru”. */
  what: string
  /** Closes the form and drops what was typed. */
  onDiscard: () => void
}

/** Asks before unsaved changes are dropped: when the form closes, on another page, and when the tab closes. */
export function useUnsavedChanges({ isChanged, what, onDiscard }: Options) {
  const session = useSession()
  const [isAsking, setIsAsking] = useState(false)
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })

  // A page whose session has ended leads to the sign-in. The form stays, and says so itself.
  const isRedirected =
    leaving.status === 'blocked' &&
    leaving.action === 'REPLACE' &&
    leaving.next.pathname === PATHS.auth &&
    session.status === 'signed-out'
  useEffect(() => {
    if (isRedirected) leaving.reset?.()
  }, [isRedirected, leaving.reset])

  function keepEditing() {
    setIsAsking(false)
    cancelSignOut()
    leaving.reset?.()
  }

  function discard() {
    setIsAsking(false)
    onDiscard()
    leaving.proceed?.()
  }

  return {
    close: () => (isChanged ? setIsAsking(true) : onDiscard()),
    question: (
      <ConfirmDialog
        open={isAsking || (leaving.status === 'blocked' && !isRedirected)}
        title="Discard your changes?"
        confirm="Discard changes"
        cancel="Keep editing"
        onConfirm={discard}
        onCancel={keepEditing}
      >
        Your changes to {what} are not saved.
      </ConfirmDialog>
    ),
  }
}
