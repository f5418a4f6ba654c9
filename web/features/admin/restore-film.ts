import type { QueryClient } from '@tanstack/react-query'
import { type Failure, runRequest } from '../../data/run-request.ts'
import { toast } from '../../ui/toast/toast.ts'
import { HISTORY } from './history/history-query.ts'
import { recheckIsAdmin } from './recheck-is-admin.ts'
import { catalogueChanged } from './titles-query.ts'

interface Deleted {
  id: number
  title: string
}

/** Restores a deleted film with everyone's marks, and shows the outcome. Returns whether it is restored. */
export async function restoreFilm(cache: QueryClient, film: Deleted): Promise<boolean> {
  const { failure } = await runRequest((client) => client.rpc('restore_film', { film_id: film.id }))
  return showOutcome(cache, 'film', film, failure)
}

/** The same for a box set. */
export async function restoreSet(cache: QueryClient, set: Deleted): Promise<boolean> {
  const { failure } = await runRequest((client) => client.rpc('restore_set', { set_id: set.id }))
  return showOutcome(cache, 'box set', set, failure)
}

function showOutcome(
  cache: QueryClient,
  what: 'film' | 'box set',
  { title }: Deleted,
  failure: Failure | undefined,
): boolean {
  // Also after a failure: its cause may be new, for instance another film with the same spine.
  cache.invalidateQueries({ queryKey: [HISTORY] })
  if (failure) {
    if (failure.code === '42501') void recheckIsAdmin(cache)
    toast({ title: `Failed to restore ${what}`, description: failure.sentence, destructive: true })
    return false
  }
  void catalogueChanged(cache)
  toast({
    title: what === 'film' ? 'Film restored' : 'Box set restored',
    description: `“${title}” is back in the catalogue, with everyone’s marks.`,
  })
  return true
}
