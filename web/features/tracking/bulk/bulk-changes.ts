import type { Format } from '../../../../domain/film/formats.ts'
import { isFormat, type Mark } from '../../../../domain/tracking/marks.ts'
import type { PlainMark } from '../marks/marks.ts'

/** A film that can be marked together with others. */
export type BulkFilm = { id: number } & Record<Format, boolean>

/** How many of the selected films can have a mark, and how many have it. */
export interface BulkState {
  possible: number
  marked: number
}

type IsMarked = (filmId: number, mark: Mark) => boolean

/** A format can be ticked for films released in it, and for those that are ticked already. */
export function bulkState(films: readonly BulkFilm[], mark: Mark, isMarked: IsMarked): BulkState {
  const marked = films.filter(({ id }) => isMarked(id, mark)).length
  const possible = films.filter((film) => canHave(film, mark) || isMarked(film.id, mark)).length
  return { possible, marked }
}

/** The changes that mark all films that can have the mark, or take it away. */
export function bulkChanges(
  films: readonly BulkFilm[],
  mark: Mark,
  on: boolean,
  isMarked: IsMarked,
): (PlainMark & { filmId: number })[] {
  return films
    .filter((film) => isMarked(film.id, mark) !== on && (!on || canHave(film, mark)))
    .map(({ id }) => ({ mark, filmId: id, on }))
}

function canHave(film: BulkFilm, mark: Mark): boolean {
  return !isFormat(mark) || film[mark]
}
