import { SEARCH_MAX_LENGTH } from '../../../domain/search.ts'

/** What the address says about the history: what is searched for, or the one film it is about. */
export interface HistorySearch {
  q?: string
  film?: number
}

export function readHistorySearch({ q, film }: { q?: unknown; film?: unknown }): HistorySearch {
  const id = Number(film)
  return {
    ...(typeof q === 'string' && q !== '' && { q: q.slice(0, SEARCH_MAX_LENGTH) }),
    ...(Number.isSafeInteger(id) && id > 0 && { film: id }),
  }
}
