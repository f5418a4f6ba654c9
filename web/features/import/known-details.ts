import { queryOptions } from '@tanstack/react-query'
import type { Present } from '../../../domain/import/plan.ts'
import type { PlannedCopyRow, PlannedViewingRow } from '../../../domain/import/plan-details.ts'
import { supabase } from '../../data/supabase.ts'

// The most rows in one response.
const BLOCK_SIZE = 1000

/** A person's copies and viewings, and the sets without a spine that they own: what of a file is there already. */
export function knownDetailsQuery(userId: string) {
  return queryOptions({
    queryKey: ['import', userId, 'details'] as const,
    queryFn: async ({ signal }): Promise<Required<Pick<Present, 'details' | 'hasSet'>>> => {
      const client = await supabase()
      const [copies, viewings, sets] = await Promise.all([
        readAll((from, to) =>
          client
            .from('user_copies')
            .select(
              'id, film_id, set_id, format, acquired_on, price, currency, store, condition, slipcover, place, lent_to, lent_on, note',
            )
            .eq('user_id', userId)
            .order('id')
            .range(from, to)
            .abortSignal(signal)
            .throwOnError(),
        ),
        readAll((from, to) =>
          client
            .from('user_viewings')
            .select('id, film_id, watched_on, rating, note')
            .eq('user_id', userId)
            .order('id')
            .range(from, to)
            .abortSignal(signal)
            .throwOnError(),
        ),
        readAll((from, to) =>
          client
            .from('user_sets')
            .select('set_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k')
            .eq('user_id', userId)
            .order('set_id')
            .range(from, to)
            .abortSignal(signal)
            .throwOnError(),
        ),
      ])
      const copiesOf = Map.groupBy(copies, ({ film_id, set_id }) => film_id ?? -(set_id ?? 0))
      const viewingsOf = Map.groupBy(viewings, ({ film_id }) => film_id)
      const setOf = new Map(sets.map((set) => [set.set_id, set]))
      return {
        details: {
          counts: {
            copies: copies.length,
            viewings: viewings.length,
            ratings: viewings.filter(({ rating }) => rating !== null).length,
          },
          copies: (filmId) =>
            (copiesOf.get(filmId) ?? []).map(
              ({ film_id: _film, set_id: _set, ...copy }) => copy as PlannedCopyRow,
            ),
          viewings: (filmId) =>
            (viewingsOf.get(filmId) ?? []).map(
              ({ film_id: _film, ...viewing }): PlannedViewingRow => viewing,
            ),
        },
        hasSet: (setId, format) => setOf.get(setId)?.[`owns_${format}`] ?? false,
      }
    },
  })
}

async function readAll<Row>(
  block: (from: number, to: number) => PromiseLike<{ data: Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data } = await block(rows.length, rows.length + BLOCK_SIZE - 1)
    rows.push(...data)
    if (data.length < BLOCK_SIZE) return rows
  }
}
