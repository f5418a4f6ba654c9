import type { Format } from '../../../../domain/film/formats.ts'
import { fitTitle } from '../cover/fit-title.ts'

/** The kinds of cases on a shelf, which differ in height. Blu-ray and 4K have the same kind. */
type Case = 'laserdisc' | 'dvd' | 'bluray'

export interface Disc {
  spine: number
  title: string
  case: Case
}

/** The case of the best format in which a film was released. */
function caseOf(film: Record<Format, boolean>): Case {
  if (film.bluray_4k || film.bluray) return 'bluray'
  return film.dvd || !film.laserdisc ? 'dvd' : 'laserdisc'
}

export type ShelvedFilm = { spine: number; title: string } & Record<Format, boolean>

export function discOf({ spine, title, ...film }: ShelvedFilm): Disc {
  return { spine, title, case: caseOf(film) }
}

/**
 * The room for a title on a case: its height in shelf.module.css without the plate, in the ems of type-widths.ts, of which
 * each is up to 1.06 ems of the smaller type on a case.
 */
const TITLE_EMS: Record<Case, number> = { laserdisc: 18.3, dvd: 16.1, bluray: 14.2 }

/** A title as it is printed on the spine: one that is too long ends in an ellipsis after a whole word. */
export function spineTitle({ title, case: box }: Disc): string {
  return fitTitle(title, TITLE_EMS[box])
}
