import type { QueryClient } from '@tanstack/react-query'
import { isAdminQuery } from '../../session/session.tsx'

/** Reads again whether the person is an admin; the page redirects a person who no longer is one. */
export async function recheckIsAdmin(cache: QueryClient): Promise<void> {
  const [queryKey] = isAdminQuery('').queryKey
  await cache.invalidateQueries({ queryKey: [queryKey] })
}
