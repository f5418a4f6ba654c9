import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { retryStylesheets } from '../../app/hydration/retry-stylesheets.ts'
import { reportOfflineSignIn } from '../../session/offline-sign-in.ts'
import type { SignInDialogProps } from './sign-in-dialog.tsx'

/** Asks for signing in; what it is asked for goes along to the page for accounts. */
export type AskToSignIn = (state?: object) => void

/** A way to ask for signing in, the same at every render, and the place of its dialog, which is loaded when first asked for. */
export function useSignInDialog(): [ask: AskToSignIn, dialog: ReactNode] {
  const [Dialog, setDialog] = useState<ComponentType<SignInDialogProps>>()
  const [open, setOpen] = useState(false)
  const [state, setState] = useState<object>()

  // Not React.lazy, which would put the whole page aside when the download fails.
  const ask = useCallback(async (state?: object) => {
    try {
      await retryStylesheets()
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
