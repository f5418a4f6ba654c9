import { parseSearch } from '../../../../../domain/search/search.ts'
import { applyFilmSearch } from '../../../../data/apply-film-search.ts'
import { BLOCK_SIZE, readAllAfter } from '../../../../data/read-all.ts'
import { runRequest } from '../../../../data/run-request.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import type { useTitles } from '../list/use-titles.ts'
import type { Selection } from './selection.ts'

/** Selects all titles that match a search, including those that are not loaded yet. */
export function useSelectAll(q: string, titles: ReturnType<typeof useTitles>, selection: Selection) {
  return async () => {
    const { loaded, status } = titles
    if (loaded && status === 'complete') {
      selection.replace(loaded.map(({ id }) => id))
      return
    }
    const before = selection.ids()
    const { data, failure } = await runRequest(async (client) => ({
      data: await readAllAfter(
        (after) =>
          applyFilmSearch(client.from('films').select('id'), parseSearch(q))
            .gt('id', after)
            .order('id')
            .limit(BLOCK_SIZE)
            .throwOnError(),
        ({ id }) => id,
      ),
      error: null,
    }))
    if (failure) {
      toast({ title: 'Failed to select all titles', description: failure.sentence, destructive: true })
    }
    // Unless the search or the selection changed in the meantime.
    else if (selection.ids() === before) selection.replace(data.map(({ id }) => id))
  }
}
