/** The counts beside the options of the filters of a person's films: the twin of `profile_film_counts` (…_film_counts.sql). */

import { FORMATS } from '../../film/formats.ts'
import { MINE, type Mine } from '../../filters/filters.ts'
import { sourceOf } from '../sql/select-rows.ts'
import type { CatalogueIndex } from '../tables/catalogue-index.ts'
import { BOOLEAN, type ColumnType, OTHER } from '../tables/column-types.ts'
import { type OwnedFormats, owns, type PersonMarks } from '../tables/person-marks.ts'
import { columnsOf, type Source } from '../tables/table.ts'
import type { CountFilters } from './count-filters.ts'
import { COUNT_TYPES, type CountRow, countRow } from './film-counts.ts'
import { type Facets, facetsOf } from './film-facets.ts'
import { hasUpgrade } from './films.ts'

interface ProfileCountRow extends CountRow {
  unmarked: boolean
  complement: boolean
  mine: number[]
  owned: number[]
  lists: number[]
}

const TYPES: Readonly<Record<keyof ProfileCountRow, ColumnType>> = {
  ...COUNT_TYPES,
  unmarked: BOOLEAN,
  complement: BOOLEAN,
  mine: OTHER,
  owned: OTHER,
  lists: OTHER,
}

/** A film with what it is to the person. */
interface MarkedFilm extends Record<Mine, boolean> {
  facets: Facets
  held: OwnedFormats | undefined
  isWatched: boolean
  /** Has all marks that are wanted. */
  isMine: boolean
  /** Owned in one of the formats that are wanted. */
  isOwnedIn: boolean
  /** Owned in all formats of the search, which mean the formats owned in the list of the films owned. */
  isInHand: boolean
}

/** The lists of a profile, in the order in which they are counted. */
const LISTS: Readonly<
  Record<'all' | 'owned' | 'unowned' | 'watched' | 'wishlist', (film: MarkedFilm) => boolean>
> = {
  all: ({ facets }) => facets.isReleased,
  owned: ({ isInHand, owned }) => isInHand && owned,
  unowned: ({ facets, unowned }) => facets.isReleased && unowned,
  watched: ({ facets, isWatched }) => facets.isReleased && isWatched,
  wishlist: ({ facets, wished }) => facets.isReleased && wished,
}

/** Counts all films, not only those with marks, so the figures are not to be added to those of `film_counts`. */
export function profileFilmCounts(filters: CountFilters, index: CatalogueIndex, marks: PersonMarks): Source {
  const films = facetsOf(filters, index).map(marking(filters, marks))
  const inList = isList(filters.list) ? LISTS[filters.list] : LISTS.all
  const mine = films.filter(({ isMine }) => isMine)
  const listed = mine.filter(inList)
  const shown = listed.filter(({ isOwnedIn }) => isOwnedIn)
  const row: ProfileCountRow = {
    unmarked: false,
    complement: false,
    ...countRow(
      shown.map(({ facets }) => facets),
      filters,
      index,
    ),
    mine: MINE.map((mark) => countPassing(shown, (film) => film[mark])),
    owned: FORMATS.map((format) => countPassing(listed, ({ held }) => owns(held, format))),
    lists: Object.values(LISTS).map((isListed) =>
      countPassing(mine, (film) => film.isOwnedIn && isListed(film)),
    ),
  }
  return sourceOf({ rows: [row], columns: columnsOf<ProfileCountRow>(TYPES) })
}

function isList(name: string): name is keyof typeof LISTS {
  return Object.hasOwn(LISTS, name)
}

/** Counts the films that pass all filters whose options are counted for the whole catalogue, too. */
function countPassing(films: readonly MarkedFilm[], holds: (film: MarkedFilm) => boolean): number {
  return films.filter((film) => film.facets.failed === 0 && holds(film)).length
}

function marking(
  { formats, mine, owned: ownedFormats }: CountFilters,
  { owned, watched, wishlist }: PersonMarks,
): (facets: Facets) => MarkedFilm {
  const searched = FORMATS.filter((format) => formats.includes(format))
  const wanted = FORMATS.filter((format) => ownedFormats.includes(format))
  const wantedMarks = MINE.filter((mark) => mine.includes(mark))
  return (facets) => {
    const { film } = facets.indexed
    const held = owned.get(film.id)
    const isWatched = watched.has(film.id)
    const marks: Record<Mine, boolean> = {
      owned: held !== undefined,
      unowned: held === undefined,
      unwatched: !isWatched,
      wished: wishlist.has(film.id),
      upgrade: hasUpgrade(film, held),
    }
    return {
      ...marks,
      facets,
      held,
      isWatched,
      isMine: wantedMarks.every((mark) => marks[mark]),
      isOwnedIn: ownedFormats.length === 0 || wanted.some((format) => owns(held, format)),
      isInHand: searched.every((format) => owns(held, format)),
    }
  }
}
