import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../../../data/supabase.ts'
import { readEntry, type UpdateEntry } from '../../history/entry.ts'
import { HISTORY } from '../../history/history-query.ts'

const LIMIT = 5

/** The latest updates, by any admin. */
export function earlierUpdatesQuery(userId: string) {
  return queryOptions({
    queryKey: [HISTORY, userId, 'earlier-updates'],
    queryFn: async ({ signal }): Promise<UpdateEntry[]> => {
      const client = await supabase()
      const { data } = await client
        .from('film_history')
        .select()
        .eq('operation', 'update')
        .order('at', { ascending: false })
        .order('id')
        .limit(LIMIT)
        .abortSignal(signal)
        .throwOnError()
      return data.map(readEntry).filter((entry) => entry.kind === 'update')
    },
    // Other admins make updates too.
    staleTime: 0,
  })
}
