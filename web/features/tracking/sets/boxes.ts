import { FORMATS } from '../../../../domain/film/formats.ts'
import type { OwnedSet } from '../../../../domain/film/sets.ts'
import { markKey, type Subject } from '../marks/marks.ts'

/** A box set, through which its films are owned in the formats that are ticked for it. */
export interface Box {
  id: number
  title: string
  /** The film of its spine, which is ticked in its place; null without one. */
  filmId: number | null
  /** Its films that have a spine. */
  filmIds: readonly number[]
}

/** All box sets, and by the id of each film those that hold it. */
export interface Boxes {
  all: readonly Box[]
  ofFilms: ReadonlyMap<number, readonly Box[]>
}

export const NO_BOXES: Boxes = { all: [], ofFilms: new Map() }

/** Whether a mark, by its `markKey`, is set. */
type IsSet = (key: string) => boolean | undefined

export function boxesOf(all: readonly Box[]): Boxes {
  const ofFilms = new Map<number, Box[]>()
  for (const box of all) {
    for (const filmId of box.filmIds) {
      // The database does not count a set as one of its own films either.
      if (filmId !== box.filmId) ofFilms.set(filmId, [...(ofFilms.get(filmId) ?? []), box])
    }
  }
  return { all, ofFilms }
}

/** The keys of the marks that decide whether a box is owned, in the order of the formats. */
export function keysOf({ id, filmId }: Box): string[] {
  const subject: Subject = filmId === null ? { setId: id } : { filmId }
  return FORMATS.map((mark) => markKey({ mark, ...subject }))
}

/** Those of the boxes that are owned, with their formats. */
export function ownedBoxes(boxes: readonly Box[], isSet: IsSet): OwnedSet[] {
  return boxes
    .map((box) => {
      const keys = keysOf(box)
      return { id: box.id, title: box.title, formats: FORMATS.filter((_, index) => isSet(keys[index] ?? '')) }
    })
    .filter(({ formats }) => formats.length > 0)
}
