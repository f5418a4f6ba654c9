import type { PostgrestError } from '@supabase/supabase-js'
import { queryOptions } from '@tanstack/react-query'
import { FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { signedInClient } from '../signed-in-client.ts'
import { type Mark, type Marks, type MarkTable, markKey, type Subject } from './marks.ts'

// The most rows in one response.
const BLOCK_SIZE = 1000
// A tab that regains the focus after this time reads the changes of other devices.
const FRESH_MS = 60_000

export function marksKey(userId: string) {
  return ['marks', userId] as const
}

/** Reads a person's marks in one table, as that person, because others may not be allowed to see them. */
export function marksQuery(userId: string, table: MarkTable) {
  return queryOptions({
    queryKey: [...marksKey(userId), table] as const,
    queryFn: ({ signal }) =>
      table === 'user_ownership'
        ? readOwnership(userId, signal)
        : table === 'user_sets'
          ? readSets(userId, signal)
          : readList(userId, table, signal),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
  })
}

async function readOwnership(userId: string, signal: AbortSignal): Promise<Marks> {
  const client = await signedInClient(userId)
  const rows = await readAll(
    (after) =>
      client
        .from('user_ownership')
        .select('film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k')
        .eq('user_id', userId)
        .gt('film_id', after)
        .order('film_id')
        .limit(BLOCK_SIZE)
        .abortSignal(signal),
    filmOf,
  )
  return marksOf(rows, (row) => ({ filmId: row.film_id }), formatsOf)
}

async function readSets(userId: string, signal: AbortSignal): Promise<Marks> {
  const client = await signedInClient(userId)
  const rows = await readAll(
    (after) =>
      client
        .from('user_sets')
        .select('set_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k')
        .eq('user_id', userId)
        .gt('set_id', after)
        .order('set_id')
        .limit(BLOCK_SIZE)
        .abortSignal(signal),
    ({ set_id }) => set_id,
  )
  return marksOf(rows, (row) => ({ setId: row.set_id }), formatsOf)
}

async function readList(
  userId: string,
  table: 'user_wishlist' | 'user_watched',
  signal: AbortSignal,
): Promise<Marks> {
  const client = await signedInClient(userId)
  const rows = await readAll(
    (after) =>
      client
        .from(table)
        .select('film_id')
        .eq('user_id', userId)
        .gt('film_id', after)
        .order('film_id')
        .limit(BLOCK_SIZE)
        .abortSignal(signal),
    filmOf,
  )
  return marksOf(
    rows,
    (row) => ({ filmId: row.film_id }),
    () => [table === 'user_wishlist' ? 'wishlist' : 'watched'],
  )
}

function filmOf({ film_id }: { film_id: number }): number {
  return film_id
}

function formatsOf(row: Record<`owns_${Format}`, boolean>): Format[] {
  return FORMATS.filter((format) => row[`owns_${format}`])
}

interface Response<Row> {
  data: Row[] | null
  error: PostgrestError | null
}

/** Each block starts after the last row of the previous one, so that a row deleted in between shifts no other row. */
async function readAll<Row>(
  readAfter: (id: number) => PromiseLike<Response<Row>>,
  idOf: (row: Row) => number,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const last = rows.at(-1)
    const { data, error } = await readAfter(last === undefined ? 0 : idOf(last))
    if (error) throw new Error(`Your marks could not be read: ${error.message}`, { cause: error })
    rows.push(...(data ?? []))
    if (!data || data.length < BLOCK_SIZE) return rows
  }
}

function marksOf<Row>(
  rows: readonly Row[],
  subjectIn: (row: Row) => Subject,
  marksIn: (row: Row) => readonly Mark[],
): Marks {
  return new Set(rows.flatMap((row) => marksIn(row).map((mark) => markKey({ mark, ...subjectIn(row) }))))
}
