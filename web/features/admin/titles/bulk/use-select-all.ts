import { parseSearch } from '../../../../../domain/search/search.ts'
import { applyFilmSearch } from '../../../../data/apply-film-search.ts'
import { runRequest } from '../../../../data/run-request.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import type { useTitles } from '../list/use-titles.ts'
import type { Selection } from './selection.ts'

// The most rows one answer carries.
const BLOCK_SIZE = 1000

/** Selects all that match a search, also what of them is not loaded yet. */
export function useSelectAll(q: string, titles: ReturnType<typeof useTitles>, selection: Selection) {
  return async () => {
    const { loaded, status } = titles
    if (loaded && status === 'complete') {
      selection.replace(loaded.map(({ id }) => id))
      return
    }
    const before = selection.ids()
    const { ids, why } = await readMatchingIds(q)
    if (why) toast({ title: 'Failed to select all titles', description: why, destructive: true })
    // Another search has begun meanwhile, or another choice been made.
    else if (selection.ids() === before) selection.replace(ids)
  }
}

async function readMatchingIds(q: string): Promise<{ ids: number[]; why?: string }> {
  const ids: number[] = []
  for (;;) {
    const { data, failure } = await runRequest((client) =>
      applyFilmSearch(client.from('films').select('id'), parseSearch(q))
        .gt('id', ids.at(-1) ?? 0)
        .order('id')
        .limit(BLOCK_SIZE),
    )
    if (failure) return { ids: [], why: failure.sentence }
    const block = data ?? []
    ids.push(...block.map(({ id }) => id))
    if (block.length < BLOCK_SIZE) return { ids }
  }
}
