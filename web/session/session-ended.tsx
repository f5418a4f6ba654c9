import { useLocation } from '@tanstack/react-router'
import { PATHS } from '../../domain/paths.ts'
import { FormNotice } from '../ui/form/form-notice.tsx'
import { toast } from '../ui/toast/toast.ts'
import { useSession } from './session.tsx'

export const SESSION_ENDED = 'Your session has ended. Please sign in again.'

/**
 * Says in a form that the session has ended. Signing in happens in another tab, because this one would lose what was typed;
 * the session of this tab follows.
 */
export function SessionEnded() {
  const hasEnded = useHasEnded()
  const next = useLocation({ select: ({ href }) => href })
  if (!hasEnded) return null
  return (
    <FormNotice>
      Your session has ended. What you typed is kept here:{' '}
      <a href={`${PATHS.auth}?${new URLSearchParams({ next })}`} target="_blank" rel="noreferrer">
        sign in again in a new tab
      </a>
      , then save.
    </FormNotice>
  )
}

/** Whether the session has ended while a form of the person is open. */
export function useHasEnded(): boolean {
  return useSession().status === 'signed-out'
}

/** Says that a form is not sent, because the session has ended. */
export function refuseEnded(): void {
  void toast({ title: 'Not saved', description: SESSION_ENDED, destructive: true })
}
