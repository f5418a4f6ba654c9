import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx'

interface Options {
  isChanged: boolean
  /** What would be lost, as part of a sentence. */
  what: string
  /** Takes the form away, and with it what was typed. */
  onDiscard: () => void
}

/** Asks before what was typed is given up: by closing the form, by going to another page, by leaving the product. */
export function useUnsavedChanges({ isChanged, what, onDiscard }: Options) {
  const [isAsking, setIsAsking] = useState(false)
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })

  function keepEditing() {
    setIsAsking(false)
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
        What you have typed into {what} is not saved.
      </ConfirmDialog>
    ),
  }
}
