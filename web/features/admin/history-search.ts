import { SEARCH_MAX_LENGTH } from '../../../domain/search/search.ts'

/** What the address selects of the history: a search, one film or one update. */
export interface HistorySearch {
  q?: string | undefined
  film?: number | undefined
  update?: string | undefined
}

// The maximum of PostgreSQL's integer.
const MAX_ID = 2 ** 31 - 1
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function readHistorySearch({
  q,
  film,
  update,
}: {
  q?: unknown
  film?: unknown
  update?: unknown
}): HistorySearch {
  const id = Number(film)
  // Invalid values are set to undefined: for a missing key the router keeps the value of the address.
  return {
    q: typeof q === 'string' && q.trim() !== '' ? q.slice(0, SEARCH_MAX_LENGTH) : undefined,
    film: Number.isInteger(id) && id > 0 && id <= MAX_ID ? id : undefined,
    update: typeof update === 'string' && UUID.test(update) ? update : undefined,
  }
}
