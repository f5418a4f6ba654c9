import { queryOptions, useQuery } from '@tanstack/react-query'
import { BLOCK_SIZE, readAllAfter } from '../../../data/read-all.ts'
import { OWNED_COLUMNS, WANTED_COLUMNS } from '../../../data/tracking-columns.ts'
import { refetchUnlessSubscribed } from '../live/subscribed.ts'
import { readerOf } from '../signed-in-client.ts'
import type { Marks, MarkTable } from './marks.ts'
import { marksInRows } from './marks-in-rows.ts'

// A tab that regains the focus after this time reads the changes of other devices.
const FRESH_MS = 60_000

export function marksKey(userId: string) {
  return ['marks', userId] as const
}

/** Reads a person's marks in one table, as that person, because others may not be allowed to see them. */
export function marksQuery(userId: string, table: MarkTable) {
  return queryOptions({
    queryKey: [...marksKey(userId), table] as const,
    queryFn: ({ signal }) => READS[table](userId, signal),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: refetchUnlessSubscribed,
  })
}

/** The marks of a table that the page has loaded, which it does once for all of its boxes; undefined until then. */
export function useLoadedMarks<Selected = Marks>(
  userId: string,
  table: MarkTable,
  select = all as (marks: Marks) => Selected,
): Selected | undefined {
  return useQuery({ ...marksQuery(userId, table), enabled: false, select }).data
}

function all(marks: Marks): unknown {
  return marks
}

async function readOwnership(userId: string, signal: AbortSignal): Promise<Marks> {
  const client = await readerOf(userId)
  const rows = await readAllAfter(
    (after) =>
      client
        .from('user_ownership')
        .select(`film_id, ${OWNED_COLUMNS}`)
        .eq('user_id', userId)
        .gt('film_id', after)
        .order('film_id')
        .limit(BLOCK_SIZE)
        .abortSignal(signal)
        .throwOnError(),
    filmOf,
  )
  return marksInRows('user_ownership', rows)
}

async function readSets(userId: string, signal: AbortSignal): Promise<Marks> {
  const client = await readerOf(userId)
  const rows = await readAllAfter(
    (after) =>
      client
        .from('user_sets')
        .select(`set_id, ${OWNED_COLUMNS}`)
        .eq('user_id', userId)
        .gt('set_id', after)
        .order('set_id')
        .limit(BLOCK_SIZE)
        .abortSignal(signal)
        .throwOnError(),
    ({ set_id }) => set_id,
  )
  return marksInRows('user_sets', rows)
}

async function readWishlist(userId: string, signal: AbortSignal): Promise<Marks> {
  const client = await readerOf(userId)
  const rows = await readAllAfter(
    (after) =>
      client
        .from('user_wishlist')
        .select(`film_id, ${WANTED_COLUMNS}`)
        .eq('user_id', userId)
        .gt('film_id', after)
        .order('film_id')
        .limit(BLOCK_SIZE)
        .abortSignal(signal)
        .throwOnError(),
    filmOf,
  )
  return marksInRows('user_wishlist', rows)
}

async function readWatched(userId: string, signal: AbortSignal): Promise<Marks> {
  const client = await readerOf(userId)
  const rows = await readAllAfter(
    (after) =>
      client
        .from('user_watched')
        .select('film_id')
        .eq('user_id', userId)
        .gt('film_id', after)
        .order('film_id')
        .limit(BLOCK_SIZE)
        .abortSignal(signal)
        .throwOnError(),
    filmOf,
  )
  return marksInRows('user_watched', rows)
}

const READS = {
  user_ownership: readOwnership,
  user_sets: readSets,
  user_wishlist: readWishlist,
  user_watched: readWatched,
}

function filmOf({ film_id }: { film_id: number }): number {
  return film_id
}
