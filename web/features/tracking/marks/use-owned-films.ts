import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { FORMATS } from '../../../../domain/film/formats.ts'
import { markKey } from './marks.ts'
import { marksQuery } from './marks-query.ts'
import { trackingOf } from './tracking.ts'

/**
 * The ids of those films of which a person owns a disc in any format, pending changes included; undefined until the marks
 * are loaded.
 */
export function useOwnedFilms(userId: string, filmIds: readonly number[]): ReadonlySet<number> | undefined {
  const { pending } = trackingOf(useQueryClient(), userId)
  // The page loads the marks once for all of its boxes.
  const { data: confirmed } = useQuery({ ...marksQuery(userId, 'user_ownership'), enabled: false })
  const isOwned = (filmId: number) =>
    FORMATS.map((mark) => markKey({ mark, filmId })).some((key) => pending.get(key) ?? confirmed?.has(key))
  // A text, because a snapshot must be equal to the last one while nothing has changed.
  const owned = useSyncExternalStore(
    pending.subscribe,
    () => filmIds.filter(isOwned).join(),
    () => '',
  )
  return confirmed && new Set(owned === '' ? [] : owned.split(',').map(Number))
}
