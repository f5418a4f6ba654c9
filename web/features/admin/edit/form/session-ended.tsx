import { useLocation } from '@tanstack/react-router'
import { PATHS } from '../../../../../domain/paths.ts'
import { useSession } from '../../../../session/session.tsx'
import { FormNotice } from './form-notice.tsx'

export const SESSION_ENDED = 'Your session has ended. Please sign in again.'

/**
 * Says in a form that the session has ended. Signing in happens in another tab, because this one would lose what was typed;
 * the session of this tab follows.
 */
export function SessionEnded() {
  const session = useSession()
  const next = useLocation({ select: ({ href }) => href })
  if (session.status === 'signed-in') return null
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
