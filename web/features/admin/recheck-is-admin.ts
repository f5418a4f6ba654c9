import type { QueryClient } from '@tanstack/react-query'
import { isAdminQuery } from '../../session/session.tsx'

/** Has the page look again whether its person is an admin; who is none any more is led away. */
export async function recheckAccess(cache: QueryClient): Promise<void> {
  const [queryKey] = isAdminQuery('').queryKey
  await cache.invalidateQueries({ queryKey: [queryKey] })
}
