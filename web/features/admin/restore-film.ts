import type { QueryClient } from '@tanstack/react-query'
import { runRequest } from '../../data/run-request.ts'
import { toast } from '../../ui/toast/toast.ts'
import { HISTORY } from './history/history-query.ts'
import { recheckAccess } from './recheck-is-admin.ts'
import { catalogueChanged } from './titles-query.ts'

/** Brings a deleted film back, with what everybody tracked of it, and says what came of it; answers whether it is back. */
export async function restoreFilm(cache: QueryClient, film: { id: number; title: string }): Promise<boolean> {
  const { failure } = await runRequest((client) => client.rpc('restore_film', { film_id: film.id }))
  if (failure) {
    if (failure.code === '42501') void recheckAccess(cache)
    // Whatever stands in the way may have come about meanwhile.
    cache.invalidateQueries({ queryKey: [HISTORY] })
    toast({ title: 'Failed to restore film', description: failure.sentence, destructive: true })
    return false
  }
  void catalogueChanged(cache)
  cache.invalidateQueries({ queryKey: [HISTORY] })
  toast({
    title: 'Film restored',
    description: `“${film.title}” is back, with what everybody tracked of it.`,
  })
  return true
}
