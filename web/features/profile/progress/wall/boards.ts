import type { Format } from '../../../../../domain/film/formats.ts'
import type { WallFilm } from '../progress.ts'

/** The spines on a board of a wide wall; a narrow one has two boards for them. */
export const BOARD = 100
export const HALF = BOARD / 2

export interface WallBoard {
  first: number
  /** Films by spine: the first half of the board and the second. */
  halves: [WallFilm[], WallFilm[]]
}

/** The boards that have films. */
export function boardsOf(films: readonly WallFilm[]): WallBoard[] {
  const boards = new Map<number, WallBoard>()
  for (const film of films) {
    const first = Math.floor((film.spine - 1) / BOARD) * BOARD + 1
    const board = boards.get(first) ?? { first, halves: [[], []] }
    boards.set(first, board)
    board.halves[film.spine < first + HALF ? 0 : 1].push(film)
  }
  return [...boards.values()]
}

export type Cell = Format | 'none'

/** What the cell of a film shows: the best format owned. */
export function cellOf({ owned }: Pick<WallFilm, 'owned'>): Cell {
  return owned.at(-1) ?? 'none'
}

/**
 * The film to which a key moves on the wall.
 * @param films by spine.
 * @param index of the film that has the focus.
 * @param row how many spines a board has.
 */
export function moved(
  key: string,
  films: readonly WallFilm[],
  index: number,
  row: number,
): number | undefined {
  const spine = films[index]?.spine ?? 1
  const first = Math.floor((spine - 1) / row) * row + 1
  switch (key) {
    case 'ArrowLeft':
      return Math.max(index - 1, 0)
    case 'ArrowRight':
      return Math.min(index + 1, films.length - 1)
    case 'ArrowUp':
    case 'PageUp':
      return nearest(films, spine - row, (film) => film.spine < first) ?? index
    case 'ArrowDown':
    case 'PageDown':
      return nearest(films, spine + row, (film) => film.spine >= first + row) ?? index
    case 'Home':
      return nearest(films, first, (film) => film.spine >= first)
    case 'End':
      return nearest(films, first + row - 1, (film) => film.spine < first + row)
    default:
      return undefined
  }
}

/** The index of the film with the spine that is nearest to a place. */
function nearest(
  films: readonly WallFilm[],
  place: number,
  isAllowed: (film: WallFilm) => boolean,
): number | undefined {
  let found: number | undefined
  let least = Number.POSITIVE_INFINITY
  for (const [index, film] of films.entries()) {
    const distance = Math.abs(film.spine - place)
    if (distance >= least || !isAllowed(film)) continue
    found = index
    least = distance
  }
  return found
}
