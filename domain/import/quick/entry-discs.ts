import type { Format } from '../../film/formats.ts'
import type { Mark } from '../../tracking/marks.ts'
import type { IndexedFilm } from '../match/catalogue-index.ts'
import { chosenDiscs } from '../plan/plan.ts'
import type { Piece } from './parse-entry.ts'

/** A disc that a piece names. */
export interface EntryDisc {
  film: IndexedFilm
  format: Format
  /** `add`: it is new. `yours`: it is owned already. `missing`: the film was never released in it. */
  state: 'add' | 'yours' | 'missing'
  /** The released format to take in its place. */
  instead?: Format | undefined
  /** The usual format, if another one is taken because the film was not released in it. */
  noneIn?: Format | undefined
}

/**
 * The discs of a piece. A format that it names is refused if the film was never released in it, unless the person owns
 * it. A piece without a format means the usual formats or, if the film was released in none of them, another one.
 */
export function discsOf(
  { films, formats }: Pick<Piece, 'films' | 'formats'>,
  usual: readonly Format[],
  has: (filmId: number, mark: Mark) => boolean,
): EntryDisc[] {
  const disc = (film: IndexedFilm, format: Format): EntryDisc => ({
    film,
    format,
    state: has(film.id, format) ? 'yours' : 'add',
  })
  return films.flatMap((film): EntryDisc[] => {
    const [best] = chosenDiscs(film, 'best')
    if (formats.length > 0) {
      return formats.map((format) =>
        film[format] || has(film.id, format)
          ? disc(film, format)
          : { film, format, state: 'missing', instead: insteadOf(film, format) },
      )
    }
    const released = chosenDiscs(film, usual)
    if (released.length > 0) return released.map((format) => disc(film, format))
    const [wanted] = usual
    const instead = wanted ? insteadOf(film, wanted) : best
    return instead ? [{ ...disc(film, instead), noneIn: wanted }] : []
  })
}

const NEXT: Record<Format, readonly Format[]> = {
  bluray_4k: ['bluray', 'dvd', 'laserdisc'],
  bluray: ['dvd', 'bluray_4k', 'laserdisc'],
  dvd: ['bluray', 'laserdisc', 'bluray_4k'],
  laserdisc: ['dvd', 'bluray', 'bluray_4k'],
}

/** The released format that is nearest to one that a film was never released in. */
function insteadOf(film: IndexedFilm, format: Format): Format | undefined {
  return NEXT[format].find((other) => film[other])
}
