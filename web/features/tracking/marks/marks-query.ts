import { queryOptions, useQuery } from '@tanstack/react-query'
import { FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { BLOCK_SIZE, readAllAfter } from '../../../data/read-all.ts'
import { OWNED_COLUMNS, WANTED_COLUMNS } from '../../../data/tracking-columns.ts'
import { refetchUnlessSubscribed } from '../live/subscribed.ts'
import { readerOf } from '../signed-in-client.ts'
import { type Marks, type MarkTable, markKey, wantKey } from './marks.ts'

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
  return keysOf(rows, ({ film_id: filmId, ...row }) =>
    formatsOf(row).map((mark) => markKey({ mark, filmId })),
  )
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
  return keysOf(rows, ({ set_id: setId, ...row }) => formatsOf(row).map((mark) => markKey({ mark, setId })))
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
  return keysOf(rows, ({ film_id: filmId, ...row }) => [
    markKey({ mark: 'wishlist', filmId }),
    ...FORMATS.filter((format) => row[`wants_${format}`]).map((format) => wantKey(filmId, format)),
  ])
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
  return keysOf(rows, ({ film_id: filmId }) => [markKey({ mark: 'watched', filmId })])
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

function formatsOf(row: Record<`owns_${Format}`, boolean>): Format[] {
  return FORMATS.filter((format) => row[`owns_${format}`])
}

function keysOf<Row>(rows: readonly Row[], keysIn: (row: Row) => readonly string[]): Marks {
  return new Set(rows.flatMap(keysIn))
}
