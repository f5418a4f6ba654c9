import { useQueryClient } from '@tanstack/react-query'
import { isAdminQuery, useSession } from '../../session.tsx'

/** A way to say that the database takes a person for no admin any more: the page asks anew, and leads them away. */
export function useLostRight(): () => void {
  const cache = useQueryClient()
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.userId : ''
  return () => void cache.invalidateQueries({ queryKey: isAdminQuery(userId).queryKey })
}
