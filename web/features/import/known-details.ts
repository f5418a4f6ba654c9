import { queryOptions } from '@tanstack/react-query'
import type { Present } from '../../../domain/import/plan/plan.ts'
import type { PlannedCopyRow, PlannedViewingRow } from '../../../domain/import/plan/plan-details.ts'
import { readAllByRange } from '../../data/read-all.ts'
import { supabase } from '../../data/supabase.ts'
import { COPY_COLUMNS, OWNED_COLUMNS, VIEWING_COLUMNS } from '../../data/tracking-columns.ts'

/** A person's copies and viewings, and the sets without a spine that they own: what of a file is there already. */
export function knownDetailsQuery(userId: string) {
  return queryOptions({
    queryKey: ['import', userId, 'details'] as const,
    queryFn: async ({ signal }): Promise<Required<Pick<Present, 'details' | 'hasSet'>>> => {
      const client = await supabase()
      const [copies, viewings, sets] = await Promise.all([
        readAllByRange((from, to) =>
          client
            .from('user_copies')
            .select(COPY_COLUMNS)
            .eq('user_id', userId)
            .order('id')
            .range(from, to)
            .abortSignal(signal)
            .throwOnError(),
        ),
        readAllByRange((from, to) =>
          client
            .from('user_viewings')
            .select(VIEWING_COLUMNS)
            .eq('user_id', userId)
            .order('id')
            .range(from, to)
            .abortSignal(signal)
            .throwOnError(),
        ),
        readAllByRange((from, to) =>
          client
            .from('user_sets')
            .select(`set_id, ${OWNED_COLUMNS}`)
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
