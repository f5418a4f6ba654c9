import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { COMPARED_LISTS, type ComparedList, readComparedList } from '../../../../domain/comparison.ts'
import { PROFILES_KEY } from '../../../data/query-keys.ts'
import { anonymousSupabase, ownSupabase } from '../../../data/supabase.ts'

/** The number of films in each list, null if the reader may not see it, and who sees the page. */
export interface Comparison extends Record<ComparedList, number | null> {
  user_id: string
  with_user_id: string
  visibility: string
}

/**
 * Reads the numbers of the comparison of two people; null if there is none or the reader may not see it.
 * @param ownId the reader's id if they are one of the two, who can always see their own part.
 */
export function comparisonQuery(one: string, other: string, ownId: string | undefined) {
  return queryOptions({
    queryKey: [...PROFILES_KEY, ownId ?? 'anyone', one, 'with', other] as const,
    queryFn: async ({ signal }): Promise<Comparison | null> => {
      const client = await (ownId === undefined ? anonymousSupabase() : ownSupabase())
      const { data, error } = await client
        .rpc('compared_profiles', { of_username: one, with_username: other })
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw new Error(`The comparison could not be read: ${error.message}`, { cause: error })
      return data
    },
    // The numbers stay on screen while the reader's own answer loads.
    placeholderData: keepPreviousData,
  })
}

/** The lists that the reader may see, and the one of the page: the one asked for or, if it is hidden, the first. */
export function listsOf(
  comparison: Comparison | undefined,
  asked: unknown,
): { lists: readonly ComparedList[]; list: ComparedList } {
  const wanted = readComparedList(asked)
  const lists = comparison ? COMPARED_LISTS.filter((name) => comparison[name] !== null) : COMPARED_LISTS
  return { lists, list: lists.includes(wanted) ? wanted : (lists[0] ?? wanted) }
}
