import type { QueryClient } from '@tanstack/react-query'
import { runRequest } from '../../data/run-request.ts'
import { toast } from '../../ui/toast/toast.ts'
import { HISTORY } from './history/history-query.ts'
import { recheckIsAdmin } from './recheck-is-admin.ts'
import { catalogueChanged } from './titles-query.ts'

/** Restores a deleted film with everyone's marks, and shows the outcome. Returns whether it is restored. */
export async function restoreFilm(cache: QueryClient, film: { id: number; title: string }): Promise<boolean> {
  const { failure } = await runRequest((client) => client.rpc('restore_film', { film_id: film.id }))
  if (failure) {
    if (failure.code === '42501') void recheckIsAdmin(cache)
    // Whatever prevented it may be new, for instance another film with its spine.
    cache.invalidateQueries({ queryKey: [HISTORY] })
    toast({ title: 'Failed to restore film', description: failure.sentence, destructive: true })
    return false
  }
  void catalogueChanged(cache)
  cache.invalidateQueries({ queryKey: [HISTORY] })
  toast({
    title: 'Film restored',
    description: `“${film.title}” is back in the catalogue, with everyone’s marks.`,
  })
  return true
}
