import { lazy, type ReactNode, Suspense, useState } from 'react'

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'))

/** Gives its children a way to ask for signing in; the dialog itself is loaded when first asked for. */
export function SignInRequired({ children }: { children: (ask: () => void) => ReactNode }) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      {children(() => setState('open'))}
      {state !== 'never' && (
        <Suspense>
          <SignInDialog open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}
