import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { readMarkKey } from '../marks/marks.ts'
import type { SentMark } from '../marks/pending-marks.ts'
import { trackingOf } from '../marks/tracking.ts'
import { withWishChanges } from './wish-changes.ts'
import { type ListedWish, wishesQuery } from './wishes-query.ts'

interface UsedWishes {
  /** With pending changes; undefined until they are loaded. */
  wishes: ListedWish[] | undefined
  hasFailed: boolean
  retry: () => void
}

/** A person's wishes, in the order of spines. */
export function useWishes(userId: string): UsedWishes {
  const { pending } = trackingOf(useQueryClient(), userId)
  const { data: confirmed, isError, refetch } = useQuery(wishesQuery(userId))
  // A text, because a snapshot must be equal to the last one while nothing has changed.
  const pendingText = useSyncExternalStore(
    pending.subscribe,
    () => JSON.stringify(pending.wishes()),
    () => '[]',
  )
  const wishes = useMemo(() => {
    const changes = (JSON.parse(pendingText) as SentMark[]).map(({ key, ...mark }) => ({
      ...readMarkKey(key),
      ...mark,
    }))
    return confirmed && withWishChanges(confirmed, changes)
  }, [confirmed, pendingText])
  return { wishes, hasFailed: isError && confirmed === undefined, retry: () => void refetch() }
}
