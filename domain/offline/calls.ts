/** The functions that requests call. */

import type { Condition, Resource } from '../rest/request.ts'
import { type Arguments, readArguments } from './arguments.ts'
import { filmsInSets, SET_PARAMETERS, setMembers } from './functions/box-sets.ts'
import { readCountFilters } from './functions/count-filters.ts'
import { filmCounts } from './functions/film-counts.ts'
import { FILM_PARAMETERS, profileFilms, rankedFilms } from './functions/films.ts'
import { DETAILS_PARAMETERS, ownDetails, ownWishes } from './functions/own-details.ts'
import { PROFILE_COUNTS_PARAMETERS, profileCounts } from './functions/profile-counts.ts'
import { profileFilmCounts } from './functions/profile-film-counts.ts'
import { profileProgress } from './functions/profile-progress.ts'
import { sourceOf } from './sql/select-rows.ts'
import type { CatalogueIndex } from './tables/catalogue-index.ts'
import { C_TEXT, INT4, INT8, OTHER, ROOT_TEXT } from './tables/column-types.ts'
import { marksOf, type PersonMarks } from './tables/person-marks.ts'
import { columnsOf, type Source } from './tables/table.ts'
import type { OfflinePerson } from './tables/tables.ts'
import { Unanswerable } from './unanswerable.ts'

type OfflineFunction = { parameters: readonly string[] } & (
  | { about: 'catalogue'; call: (given: Arguments, index: CatalogueIndex) => Source }
  /** It is called for the person who is signed in, and only about that person. */
  | {
      about: 'person'
      call: (given: Arguments, index: CatalogueIndex, person: OfflinePerson, marks: PersonMarks) => Source
    }
)

const NEWS = columnsOf<
  Record<'id' | 'film_id' | 'spine' | 'title' | 'kind' | 'format' | 'happened_at', unknown>
>({
  id: INT8,
  film_id: INT4,
  spine: INT4,
  title: ROOT_TEXT,
  kind: C_TEXT,
  format: C_TEXT,
  happened_at: OTHER,
})

const FUNCTIONS: Readonly<Record<string, OfflineFunction>> = {
  ranked_films: { about: 'catalogue', parameters: FILM_PARAMETERS, call: rankedFilms },
  film_counts: {
    about: 'catalogue',
    parameters: ['filters'],
    call: (given, index) => filmCounts(readCountFilters(given.json('filters')), index),
  },
  set_members: { about: 'catalogue', parameters: SET_PARAMETERS, call: setMembers },
  profile_films: {
    about: 'person',
    parameters: ['of_user', ...FILM_PARAMETERS],
    call: (given, index, _person, marks) => profileFilms(given, index, marks),
  },
  profile_film_counts: {
    about: 'person',
    parameters: ['of_user', 'filters'],
    call: (given, index, _person, marks) =>
      profileFilmCounts(readCountFilters(given.json('filters')), index, marks),
  },
  profile_films_in_sets: {
    about: 'person',
    parameters: ['of_user'],
    call: (_given, index, _person, marks) => filmsInSets(index, marks),
  },
  profile_counts: { about: 'person', parameters: PROFILE_COUNTS_PARAMETERS, call: profileCounts },
  profile_progress: {
    about: 'person',
    parameters: ['of_username'],
    call: (_given, index, person, marks) => profileProgress(index, person, marks),
  },
  own_details: {
    about: 'person',
    parameters: DETAILS_PARAMETERS,
    call: (given, _index, person) => ownDetails(given, person),
  },
  own_wishes: { about: 'person', parameters: [], call: (_given, index, person) => ownWishes(person, index) },
  // News need a network.
  own_news: { about: 'person', parameters: [], call: () => sourceOf({ rows: [], columns: NEWS }) },
}

/**
 * Returns the result of a function and the filters of its rows; undefined for a function that is not answered here.
 * @throws Unanswerable for what is about another person, or nobody if nobody is signed in.
 */
export function callSource(
  resource: Resource & { kind: 'function' },
  index: CatalogueIndex,
  person: OfflinePerson | undefined,
): { source: Source; filters: readonly Condition[] } | undefined {
  const called = Object.hasOwn(FUNCTIONS, resource.name) ? FUNCTIONS[resource.name] : undefined
  if (!called) return undefined
  const { given, filters } = readArguments(resource, called.parameters)
  if (called.about === 'catalogue') return { source: called.call(given, index), filters }
  if (!person) throw new Unanswerable('nobody is signed in')
  requireOwn(given, called.parameters, person)
  return { source: called.call(given, index, person, marksOf(person, index)), filters }
}

function requireOwn(given: Arguments, parameters: readonly string[], { profile }: OfflinePerson): void {
  if (parameters.includes('of_user') && given.text('of_user') !== profile.id) {
    throw new Unanswerable('another person')
  }
  // Usernames have lower case; the database accepts any.
  if (
    parameters.includes('of_username') &&
    given.text('of_username')?.replace(/[A-Z]/g, (sign) => sign.toLowerCase()) !== profile.username
  ) {
    throw new Unanswerable('another person')
  }
}
