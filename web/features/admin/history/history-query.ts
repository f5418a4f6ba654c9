import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fold } from '../../../../domain/search/fold.ts'
import { SEARCH_MAX_LENGTH } from '../../../../domain/search/search.ts'
import { supabase } from '../../../data/supabase.ts'
import type { HistorySearch } from '../history-search.ts'
import { type Entry, readEntry } from './entry.ts'
import { cursorOf, type EntryCursor, entriesAfter } from './entry-cursor.ts'

const PAGE_SIZE = 50
const MAX_WORDS = 20

/** The first part of the key of every query of the history. */
export const HISTORY = 'film-history'

interface HistoryPage {
  entries: Entry[]
  /** The spines that the films of the entries have now; a film that is not in the catalogue has none. */
  spines: [filmId: number, spine: number][]
  /** The ids of the sets of the entries, as far as the sets exist now. */
  sets: number[]
}

/** The history that an address selects, latest first, in pages of 50. */
export function historyQuery(userId: string, { q = '', film, update }: HistorySearch) {
  return infiniteQueryOptions({
    queryKey: [HISTORY, userId, { q, film, update }],
    queryFn: async ({ pageParam, signal }): Promise<HistoryPage> => {
      const client = await supabase()
      let history = client.from('film_history').select()
      for (const word of wordsOf(q)) history = history.like('search', `*${word}*`)
      if (film !== undefined) history = history.eq('film_id', film)
      else if (update !== undefined) history = history.eq('update_id', update).is('in_update', true)
      // Otherwise an update is one entry; a search also finds the entries of its films.
      else if (q === '') history = history.is('in_update', false)
      if (pageParam) history = entriesAfter(history, pageParam)
      const { data } = await history
        .order('at', { ascending: false })
        // All changes of one transaction have the same time.
        .order('spine', { nullsFirst: true })
        .order('id')
        .limit(PAGE_SIZE)
        .abortSignal(signal)
        .throwOnError()
      const entries = data.map(readEntry)
      const [spines, sets] = await Promise.all([spinesOf(entries, signal), presentSets(entries, signal)])
      return { entries, spines, sets }
    },
    initialPageParam: undefined as EntryCursor | undefined,
    getNextPageParam: ({ entries }: HistoryPage) => {
      const last = entries.length < PAGE_SIZE ? undefined : entries.at(-1)
      return last && cursorOf(last)
    },
    placeholderData: keepPreviousData,
    // Other admins change films too.
    staleTime: 0,
  })
}

/** The entry of one update; null if it does not exist. */
export function updateQuery(userId: string, update: string) {
  return queryOptions({
    queryKey: [HISTORY, userId, 'update', update],
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const entries = client.from('film_history').select().eq('id', update).eq('operation', 'update')
      const { data } = await entries.abortSignal(signal).maybeSingle().throwOnError()
      const entry = data && readEntry(data)
      return entry?.kind === 'update' ? entry : null
    },
    staleTime: 0,
  })
}

/** The latest title and spine of a film, also of a deleted one; null if it never existed. */
export function filmNameQuery(userId: string, film: number) {
  return queryOptions({
    queryKey: [HISTORY, userId, 'film', film],
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const films = client.from('films').select('title, spine').eq('id', film)
      const { data: present } = await films.abortSignal(signal).maybeSingle().throwOnError()
      if (present) return present
      const entries = client.from('film_history').select('title, spine').eq('film_id', film)
      const latest = entries.order('at', { ascending: false }).limit(1)
      const { data } = await latest.abortSignal(signal).maybeSingle().throwOnError()
      return data
    },
    staleTime: 0,
  })
}

// Not the parser of the catalogue's search: there a word like DVD is a filter, here it may be part of a name.
function wordsOf(q: string): string[] {
  const words = new Set(fold(q.slice(0, SEARCH_MAX_LENGTH)).split(/\s+/).filter(Boolean))
  return [...words].slice(0, MAX_WORDS)
}

async function spinesOf(
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<[filmId: number, spine: number][]> {
  const filmIds = new Set(entries.flatMap((entry) => (entry.kind === 'film' ? [entry.filmId] : [])))
  if (filmIds.size === 0) return []
  const client = await supabase()
  const films = client
    .from('films')
    .select('id, spine')
    .in('id', [...filmIds])
  const { data } = await films.abortSignal(signal).throwOnError()
  return data.map(({ id, spine }) => [id, spine])
}

async function presentSets(entries: readonly Entry[], signal: AbortSignal): Promise<number[]> {
  const setIds = new Set(entries.flatMap((entry) => (entry.kind === 'set' ? [entry.setId] : [])))
  if (setIds.size === 0) return []
  const client = await supabase()
  const sets = client
    .from('sets')
    .select('id')
    .in('id', [...setIds])
  const { data } = await sets.abortSignal(signal).throwOnError()
  return data.map(({ id }) => id)
}
