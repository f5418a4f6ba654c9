import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { cancelSignOut } from '../../../../session/leave.ts'
import { useUnsaved } from '../../../../session/while-signed-in.tsx'
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx'

interface Options {
  isChanged: boolean
  /** The form whose changes would be lost, as part of a sentence: “Ikiru”. */
  what: string
  /** Closes the form and drops what was typed. */
  onDiscard: () => void
}

/**
 * Asks before unsaved changes are dropped: when the form closes, on another page, and when the tab closes. They also keep the
 * form open when the session ends.
 */
export function useUnsavedChanges({ isChanged, what, onDiscard }: Options) {
  useUnsaved(isChanged)
  const [isAsking, setIsAsking] = useState(false)
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })

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
        open={isAsking || leaving.status === 'blocked'}
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
