import { queryOptions } from '@tanstack/react-query'
import { FILMS_KEY } from '../../../data/query-keys.ts'
import { anonymousSupabase } from '../../../data/supabase.ts'
import { type Box, type Boxes, boxesOf } from './boxes.ts'

// The most rows in one response.
const BLOCK_SIZE = 1000

/** The films of all box sets: what a tick of a set makes owned is known without another request. */
export function boxesQuery() {
  return queryOptions({
    queryKey: [...FILMS_KEY, 'boxes'] as const,
    queryFn: async ({ signal }): Promise<Boxes> => boxesOf(await readBoxes(signal)),
  })
}

async function readBoxes(signal: AbortSignal): Promise<Box[]> {
  const client = await anonymousSupabase()
  const boxes: Box[] = []
  for (;;) {
    const { data } = await client
      .from('sets')
      .select('id, title, film_id, films')
      .gt('id', boxes.at(-1)?.id ?? 0)
      .order('id')
      .limit(BLOCK_SIZE)
      .abortSignal(signal)
      .throwOnError()
    boxes.push(
      ...data.map(({ id, title, film_id, films }) => ({
        id,
        title,
        filmId: film_id,
        filmIds: (films as { film_id?: number }[]).flatMap(({ film_id }) => film_id ?? []),
      })),
    )
    if (data.length < BLOCK_SIZE) return boxes
  }
}
