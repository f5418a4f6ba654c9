import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { reportOfflineSignIn } from '../../session/offline-sign-in.ts'
import type { SignInDialogProps } from './sign-in-dialog.tsx'

/** Asks a visitor to sign in; the state is passed on to the sign-in page. */
export type AskToSignIn = (state?: { requestedMark: object }) => void

/**
 * @returns a function that asks the visitor to sign in, the same at every render, and the dialog, which is loaded at
 * its first use.
 */
export function useSignInDialog(): [ask: AskToSignIn, dialog: ReactNode] {
  const [Dialog, setDialog] = useState<ComponentType<SignInDialogProps>>()
  const [open, setOpen] = useState(false)
  const [state, setState] = useState<object>()

  // Not React.lazy, which would replace the whole page if the download fails.
  const ask = useCallback(async (state?: object) => {
    try {
      const { SignInDialog } = await import('./sign-in-dialog.tsx')
      setDialog(() => SignInDialog)
      setState(state)
      setOpen(true)
    } catch (error) {
      console.warn(error)
      await reportOfflineSignIn()
    }
  }, [])

  return [ask, Dialog && <Dialog open={open} onClose={() => setOpen(false)} state={state} />]
}
