import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLast } from '../../../session/while-signed-in.tsx'
import { markKey, type Subject, type SubjectChange, subjectKey } from '../marks/marks.ts'
import type { Rejection } from '../rejection-toasts.ts'
import type { Copy, Viewing, Wish } from './details.ts'

/** A copy, a viewing or a wish that the server has rejected. Its form shows it, so that nothing typed is lost. */
export interface Refused<Entry> {
  entry: Entry
  sentence: string
  /** To be called when the person saves it again or drops it. */
  forget: () => void
}

export interface RefusedDetails {
  copies: readonly Refused<Copy>[]
  viewings: readonly Refused<Viewing>[]
  /** The columns that were sent. */
  wish: Refused<Partial<Wish>> | undefined
}

/** In the query cache, because its data go with the person. */
function refusedQuery(userId: string) {
  return queryOptions<readonly Rejection[]>({
    queryKey: ['refused-details', userId],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** Keeps a rejected change for its form, if it has contents. */
export function keepRefused(client: QueryClient, userId: string, rejection: Rejection): void {
  const { change } = rejection
  if (!change.on || !change.row) return
  client.setQueryData(refusedQuery(userId).queryKey, (all = []) => [...others(all, rejection), rejection])
}

/** What the server has rejected of a film or a set since the page was opened. */
export function useRefusedDetails(userId: string, subject: Subject): RefusedDetails {
  const client = useQueryClient()
  const data = useLast(useQuery(refusedQuery(userId)).data) ?? []
  const own = data.filter(({ change }) => subjectKey(change) === subjectKey(subject))
  const of = <Entry>(wanted: SubjectChange['mark']): Refused<Entry>[] =>
    own
      .filter(({ change }) => change.mark === wanted)
      .map((rejection) => ({
        entry: { ...rejection.change.row, id: rejection.change.id } as Entry,
        sentence: rejection.reason ?? 'This could not be saved. Please check it and try again.',
        forget: () =>
          client.setQueryData(refusedQuery(userId).queryKey, (all = data) => others(all, rejection)),
      }))
  return { copies: of('copy'), viewings: of('viewing'), wish: of<Partial<Wish>>('wishlist')[0] }
}

function others(all: readonly Rejection[], { change }: Rejection): Rejection[] {
  return all.filter((rejection) => markKey(rejection.change) !== markKey(change))
}
