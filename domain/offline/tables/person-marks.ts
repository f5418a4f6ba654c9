/** What a person owns, has watched and wishes for, by films; computed once for each person. */

import { FORMATS, type Format } from '../../film/formats.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import type { OfflinePerson } from './tables.ts'

export type OwnedFormats = Record<`owns_${Format}`, boolean>

export function owns(held: OwnedFormats | undefined, format: Format): boolean {
  return held?.[`owns_${format}`] ?? false
}

/** A film that is owned through a set: the view `sealed.films_in_sets` (…_user_sets.sql). */
export interface FilmInSet extends OwnedFormats {
  film_id: number
  set_id: number
}

export interface PersonMarks {
  filmsInSets: readonly FilmInSet[]
  /** The formats of each film owned, ticked or through sets: the view `sealed.holdings`. */
  owned: ReadonlyMap<number, OwnedFormats>
  /** The ids of the entries, by the ids of the films. */
  watched: ReadonlyMap<number, number>
  wishlist: ReadonlyMap<number, number>
}

const marks = new WeakMap<OfflinePerson, { index: CatalogueIndex; marks: PersonMarks }>()

export function marksOf(person: OfflinePerson, index: CatalogueIndex): PersonMarks {
  const known = marks.get(person)
  if (known?.index === index) return known.marks
  const made = makeMarks(person, index)
  marks.set(person, { index, marks: made })
  return made
}

function makeMarks(person: OfflinePerson, index: CatalogueIndex): PersonMarks {
  const filmsInSets = filmsInSetsOf(person, index)
  return {
    filmsInSets,
    owned: holdingsOf([...person.user_ownership.filter(isOwned), ...filmsInSets]),
    watched: new Map(person.user_watched.map(({ film_id, id }) => [film_id, id])),
    wishlist: new Map(person.user_wishlist.map(({ film_id, id }) => [film_id, id])),
  }
}

function filmsInSetsOf(person: OfflinePerson, { setOfFilm, membersOf }: CatalogueIndex): FilmInSet[] {
  const ofSpines = person.user_ownership.filter(isOwned).flatMap((own) => {
    const set = setOfFilm.get(own.film_id)
    return set ? { own, setId: set.id, filmId: own.film_id } : []
  })
  const ticked = person.user_sets.filter(isOwned).map((own) => ({ own, setId: own.set_id, filmId: null }))
  return [...ofSpines, ...ticked].flatMap(({ own, setId, filmId }) =>
    (membersOf.get(setId) ?? []).flatMap(({ film_id }) =>
      film_id === null || film_id === filmId ? [] : { film_id, set_id: setId, ...formatsOf(own) },
    ),
  )
}

function holdingsOf(rows: readonly (OwnedFormats & { film_id: number })[]): Map<number, OwnedFormats> {
  const holdings = new Map<number, OwnedFormats>()
  for (const { film_id, ...row } of rows) {
    const known = holdings.get(film_id)
    holdings.set(film_id, known ? either(known, row) : formatsOf(row))
  }
  return holdings
}

function isOwned(row: OwnedFormats): boolean {
  return FORMATS.some((format) => owns(row, format))
}

function either(one: OwnedFormats, other: OwnedFormats): OwnedFormats {
  return ownedFormats((format) => owns(one, format) || owns(other, format))
}

function formatsOf(row: OwnedFormats): OwnedFormats {
  return ownedFormats((format) => owns(row, format))
}

function ownedFormats(isOwned: (format: Format) => boolean): OwnedFormats {
  return {
    owns_laserdisc: isOwned('laserdisc'),
    owns_dvd: isOwned('dvd'),
    owns_bluray: isOwned('bluray'),
    owns_bluray_4k: isOwned('bluray_4k'),
  }
}
