import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Session } from '../session/session.tsx'

/** Runs the automatic update of formats for admins. Its code is a separate chunk, which others do not load. */
export function useAutomaticUpdate(session: Session): void {
  const cache = useQueryClient()
  const isAdmin = session.status === 'signed-in' && session.isAdmin

  useEffect(() => {
    if (!isAdmin) return
    import('../features/admin/automatic-update.ts')
      .then(({ updateOnHome }) => updateOnHome(cache))
      .catch((error) => console.warn(error))
  }, [isAdmin, cache])
}
