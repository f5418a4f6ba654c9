import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Session } from '../session/session.tsx'

/** For admins only, so what it does comes as a chunk of its own: the home page gets no heavier. */
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
