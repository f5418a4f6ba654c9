import { parseSearch } from '../../../../../domain/search/search.ts'
import { applyFilmSearch } from '../../../../data/apply-film-search.ts'
import { runRequest } from '../../../../data/run-request.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import type { useTitles } from '../list/use-titles.ts'
import type { Selection } from './selection.ts'

// The server returns at most this many rows.
const BLOCK_SIZE = 1000

/** Selects all titles that match a search, including those that are not loaded yet. */
export function useSelectAll(q: string, titles: ReturnType<typeof useTitles>, selection: Selection) {
  return async () => {
    const { loaded, status } = titles
    if (loaded && status === 'complete') {
      selection.replace(loaded.map(({ id }) => id))
      return
    }
    const before = selection.ids()
    const { ids, error } = await readMatchingIds(q)
    if (error) toast({ title: 'Failed to select all titles', description: error, destructive: true })
    // Unless the search or the selection changed in the meantime.
    else if (selection.ids() === before) selection.replace(ids)
  }
}

async function readMatchingIds(q: string): Promise<{ ids: number[]; error?: string }> {
  const ids: number[] = []
  for (;;) {
    const { data, failure } = await runRequest((client) =>
      applyFilmSearch(client.from('films').select('id'), parseSearch(q))
        .gt('id', ids.at(-1) ?? 0)
        .order('id')
        .limit(BLOCK_SIZE),
    )
    if (failure) return { ids: [], error: failure.sentence }
    const block = data ?? []
    ids.push(...block.map(({ id }) => id))
    if (block.length < BLOCK_SIZE) return { ids }
  }
}
