import { queryOptions } from '@tanstack/react-query'
import { FILMS_KEY } from '../../../data/query-keys.ts'
import { BLOCK_SIZE, readAllAfter } from '../../../data/read-all.ts'
import { anonymousSupabase } from '../../../data/supabase.ts'
import { type Box, type Boxes, boxesOf } from './boxes.ts'

/** The films of all box sets: what a tick of a set makes owned is known without another request. */
export function boxesQuery() {
  return queryOptions({
    queryKey: [...FILMS_KEY, 'boxes'] as const,
    queryFn: async ({ signal }): Promise<Boxes> => boxesOf(await readBoxes(signal)),
  })
}

async function readBoxes(signal: AbortSignal): Promise<Box[]> {
  const client = await anonymousSupabase()
  const sets = await readAllAfter(
    (after) =>
      client
        .from('sets')
        .select('id, title, film_id, films')
        .gt('id', after)
        .order('id')
        .limit(BLOCK_SIZE)
        .abortSignal(signal)
        .throwOnError(),
    ({ id }) => id,
  )
  return sets.map(({ id, title, film_id, films }) => ({
    id,
    title,
    filmId: film_id,
    filmIds: (films as { film_id?: number }[]).flatMap(({ film_id }) => film_id ?? []),
  }))
}
