import { queryOptions } from '@tanstack/react-query'
import { spineFault } from '../../../../../domain/film/rules.ts'
import { anonymousSupabase } from '../../../../data/supabase.ts'

/** The spine after the greatest one in the catalogue; null if no greater spine is valid. */
export function nextSpineQuery() {
  return queryOptions({
    queryKey: ['next-spine'],
    queryFn: async ({ signal }) => {
      const client = await anonymousSupabase()
      const { data } = await client
        .from('films')
        .select('spine')
        .order('spine', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .throwOnError()
      return spineAfter(data[0]?.spine ?? 0)
    },
    // Read again for each form, because other admins add titles too.
    staleTime: 0,
    gcTime: 0,
  })
}

export function spineAfter(spine: number): number | null {
  return spineFault(String(spine + 1)) ? null : spine + 1
}
