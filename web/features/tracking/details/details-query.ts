import { queryOptions } from '@tanstack/react-query'
import type { Format } from '../../../../domain/film/formats.ts'
import { refetchUnlessSubscribed } from '../live/subscribed.ts'
import { type Subject, subjectKey } from '../marks/marks.ts'
import { marksKey } from '../marks/marks-query.ts'
import { readerOf } from '../signed-in-client.ts'
import type { Details } from './details.ts'

/** What a person has noted of a film or a set, read as that person: only that person may see it. */
export function detailsQuery(userId: string, subject: Subject) {
  return queryOptions({
    queryKey: [...marksKey(userId), 'details', subjectKey(subject)] as const,
    queryFn: async ({ signal }): Promise<Details> => {
      const client = await readerOf(userId)
      const { data, error } = await client.rpc('own_details', argumentOf(subject)).abortSignal(signal)
      if (error) throw new Error(`Your notes could not be read: ${error.message}`, { cause: error })
      return data as unknown as Details
    },
    staleTime: 60_000,
    refetchOnWindowFocus: refetchUnlessSubscribed,
  })
}

/** Returns how many copies went when a format of films, or of a set, was unticked; undefined if the server does not say. */
export async function countRemovedCopies(
  userId: string,
  subjects: readonly Subject[],
  format: Format,
): Promise<number | undefined> {
  try {
    const client = await readerOf(userId)
    const setId = subjects.find((subject) => subject.setId !== undefined)?.setId
    const { data } = await client.rpc('count_removed_copies', {
      of_films: subjects.flatMap(({ filmId }) => filmId ?? []),
      ...(setId !== undefined && { of_set: setId }),
      of_format: format,
    })
    return data ?? undefined
  } catch {
    return undefined
  }
}

function argumentOf({ filmId, setId }: Subject) {
  return setId === undefined ? { of_film: filmId } : { of_set: setId }
}
