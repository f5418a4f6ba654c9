import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { FORMATS } from '../../../../domain/film/formats.ts'
import { NO_BOXES, ownedBoxes } from '../sets/boxes.ts'
import { boxesQuery } from '../sets/boxes-query.ts'
import { markKey } from './marks.ts'
import { useLoadedMarks } from './marks-query.ts'
import { trackingOf } from './tracking.ts'

/**
 * The ids of those films that a person owns in any format, by a disc of its own or through a set, pending changes
 * included; undefined until the marks are loaded.
 */
export function useOwnedFilms(userId: string, filmIds: readonly number[]): ReadonlySet<number> | undefined {
  const { pending, isSet, boxes, isKnown } = useMarksOfAll(userId)
  // A text, because a snapshot must be equal to the last one while nothing has changed.
  const owned = useSyncExternalStore(
    pending.subscribe,
    () =>
      filmIds
        .filter(
          (filmId) =>
            FORMATS.some((mark) => isSet(markKey({ mark, filmId }))) ||
            ownedBoxes(boxes.ofFilms.get(filmId) ?? [], isSet).length > 0,
        )
        .join(),
    () => '',
  )
  return isKnown ? new Set(owned === '' ? [] : owned.split(',').map(Number)) : undefined
}

/** Whether a person owns a box set as such, pending changes included. */
export function useOwnsBox(userId: string, setId: number): boolean {
  const { pending, isSet, boxes } = useMarksOfAll(userId)
  return useSyncExternalStore(
    pending.subscribe,
    () =>
      ownedBoxes(
        boxes.all.filter(({ id }) => id === setId),
        isSet,
      ).length > 0,
    () => false,
  )
}

function useMarksOfAll(userId: string) {
  const { pending } = trackingOf(useQueryClient(), userId)
  const films = useLoadedMarks(userId, 'user_ownership')
  const sets = useLoadedMarks(userId, 'user_sets')
  const { data: boxes, isPending } = useQuery(boxesQuery())
  return {
    pending,
    boxes: boxes ?? NO_BOXES,
    isKnown: films !== undefined && sets !== undefined && !isPending,
    isSet: (key: string) => pending.get(key) ?? (films?.has(key) || sets?.has(key)),
  }
}
