import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { OwnedSet } from '../../../../domain/film/sets.ts'
import type { Marks } from '../marks/marks.ts'
import { useLoadedMarks } from '../marks/marks-query.ts'
import { trackingOf } from '../marks/tracking.ts'
import { type Box, type Boxes, keysOf, ownedBoxes } from './boxes.ts'
import { boxesQuery } from './boxes-query.ts'

const NONE: readonly Box[] = []

/** The sets through which a person owns a film, pending changes included; none until they are known. */
export function useOwnedSets(userId: string, filmId: number): OwnedSet[] {
  const { pending } = trackingOf(useQueryClient(), userId)
  const boxes =
    useQuery({
      ...boxesQuery(),
      select: useCallback((boxes: Boxes) => boxes.ofFilms.get(filmId) ?? NONE, [filmId]),
    }).data ?? NONE
  const keys = useMemo(() => boxes.flatMap(keysOf), [boxes])
  // Selects the marks of these sets, so that a change of another film or set does not render this one.
  const select = useCallback((marks: Marks) => keys.filter((key) => marks.has(key)).join(), [keys])
  const ofFilms = useLoadedMarks(userId, 'user_ownership', select) ?? ''
  const ofSets = useLoadedMarks(userId, 'user_sets', select) ?? ''
  const confirmed = new Set([ofFilms, ofSets].flatMap((text) => text.split(',')))
  // A text, because a snapshot must be equal to the last one while nothing has changed.
  const marked = useSyncExternalStore(
    pending.subscribe,
    () => keys.filter((key) => pending.get(key) ?? confirmed.has(key)).join(),
    () => '',
  )
  return useMemo(() => {
    const set = new Set(marked.split(','))
    return ownedBoxes(boxes, (key) => set.has(key))
  }, [boxes, marked])
}
