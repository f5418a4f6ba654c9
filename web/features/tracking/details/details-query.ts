import { queryOptions } from '@tanstack/react-query'
import type { Format } from '../../../../domain/film/formats.ts'
import { marksKey } from '../marks/marks-query.ts'
import { signedInClient } from '../signed-in-client.ts'
import type { Details } from './details.ts'

/** What a person has noted of a film, read as that person: nobody else may see it. */
export function detailsQuery(userId: string, filmId: number) {
  return queryOptions({
    queryKey: [...marksKey(userId), 'details', filmId] as const,
    queryFn: async ({ signal }): Promise<Details> => {
      const client = await signedInClient(userId)
      const { data, error } = await client.rpc('own_details', { of_film: filmId }).abortSignal(signal)
      if (error) throw new Error(`Your notes could not be read: ${error.message}`, { cause: error })
      return data as unknown as Details
    },
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  })
}

/** Returns how many copies went when a format of films was unticked; zero if that cannot be known now. */
export async function countRemovedCopies(
  userId: string,
  filmIds: readonly number[],
  format: Format,
): Promise<number> {
  try {
    const client = await signedInClient(userId)
    const { data } = await client.rpc('count_removed_copies', {
      of_films: [...filmIds],
      of_format: format,
    })
    return data ?? 0
  } catch {
    return 0
  }
}
