import type { PostgrestError } from '@supabase/supabase-js'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { COMPARED_LISTS, type ComparedList } from '../../../../domain/comparison.ts'
import type { Database } from '../../../../domain/database.types.ts'
import { FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { MINE, type Mine } from '../../../../domain/filters/filters.ts'
import type { Part } from '../../../../domain/profile-parts.ts'
import { FILMS_KEY, PROFILES_KEY } from '../../../data/query-keys.ts'
import { anonymousSupabase, ownSupabase } from '../../../data/supabase.ts'
import type { Pair } from '../films/compared-films.ts'
import { criteriaOf } from '../toolbar/apply-view.ts'
import { filtersOf, type View } from '../toolbar/view.ts'

/** The lists of a profile. */
type ProfileList = 'all' | 'owned' | 'unowned' | 'watched' | 'wishlist'

/** The person whose marks are filtered. */
export interface FilteredPerson {
  userId: string
  /** Whether that person asks; their session is needed then, because the profile may be private. */
  isOwn: boolean
  list: ProfileList
  /** The parts that the reader may see, by default all. There are no options for the marks of other parts. */
  parts?: readonly Part[]
}

/** Two people whose comparison is filtered. */
interface FilteredPair extends Pair {
  list: ComparedList
}

/** Whose films are filtered, if not those of the catalogue. */
export type Filtered = FilteredPerson | FilteredPair

/** The person to whose marks some filters apply; none in a comparison. */
export function personOf(filtered: Filtered | undefined): FilteredPerson | undefined {
  return filtered && 'otherId' in filtered ? undefined : filtered
}

/** How many films each option leaves under all other filters; an option that is missing leaves none. */
export interface FilterCounts {
  /** The films that pass all filters. */
  films: number
  available: Record<Format, number>
  in_print: number
  /** By the first year. */
  decades: Record<string, number>
  countries: Record<string, number>
  directors: Record<string, number>
  /** By half hours, each under its first minute. */
  running_times: Record<string, number>
  /** By the id of the set. */
  sets: Record<string, number>
  /** The films of each list of a comparison that pass all filters. */
  compared?: Record<ComparedList, number>
  /** The options about a person's marks; undefined for a list without a person. */
  marks?: {
    mine: Record<Mine, number>
    owned: Record<Format, number>
    lists: Record<ProfileList, number>
  }
}

type Functions = Database['public']['Functions']
type CatalogueRow = Functions['film_counts']['Returns'][number]
type PersonRow = Functions['profile_film_counts']['Returns'][number]

/** The options that films without any mark match. */
const LACKING: readonly Mine[] = ['unowned', 'unwatched']
const LISTS: readonly ProfileList[] = ['all', 'owned', 'unowned', 'watched', 'wishlist']

const WITH_UNMARKED: readonly ProfileList[] = ['all', 'unowned']

/**
 * Reads the counts beside the options of the filters of a view. Those of the catalogue are the same for everybody and
 * cached by the server; those of a person are read from that person's rows and added.
 */
export function filterCountsQuery(view: View, filtered: Filtered | undefined) {
  const person = personOf(filtered)
  const pair = filtered && 'otherId' in filtered ? filtered : undefined
  const criteria = filtersJson(view, filtered)
  return queryOptions({
    queryKey: filtered
      ? ([...PROFILES_KEY, filtered.userId, 'counts', criteria, pair?.otherId, pair?.ownId] as const)
      : ([...FILMS_KEY, 'counts', criteria] as const),
    queryFn: async ({ signal }): Promise<FilterCounts> => {
      if (pair) return readComparedCounts(pair, criteria, signal)
      const [catalogue, marked] = await Promise.all([
        (!person || countsUnmarked(view)) && readCatalogueCounts(filtersJson(view), signal),
        person && readPersonCounts(person, criteria, signal),
      ])
      const ofCatalogue = catalogue ? catalogueCounts(catalogue) : NO_FILMS
      if (!person) return ofCatalogue
      // The profile has become private, or has been deleted.
      if (!marked) throw new Error('The profile could not be read.')
      return withPerson(ofCatalogue, marked)
    },
    placeholderData: keepPreviousData,
  })
}

/** Whether films without any mark are among those that are counted; otherwise the person's rows are enough. */
function countsUnmarked(view: View): boolean {
  const { mine, owned } = filtersOf(view)
  return owned.length === 0 && mine.every((each) => LACKING.includes(each))
}

async function readCatalogueCounts(filters: string, signal: AbortSignal): Promise<CatalogueRow> {
  const client = await anonymousSupabase()
  const { data, error } = await client
    .rpc('film_counts', { filters }, { get: true })
    .abortSignal(signal)
    .single()
  if (error) throw uncountable(error)
  return data
}

async function readPersonCounts(
  { userId, isOwn }: FilteredPerson,
  filters: string,
  signal: AbortSignal,
): Promise<PersonRow | null> {
  const client = await (isOwn ? ownSupabase() : anonymousSupabase())
  const { data, error } = await client
    .rpc('profile_film_counts', { of_user: userId, filters }, { get: true })
    .abortSignal(signal)
    .maybeSingle()
  if (error) throw uncountable(error)
  return data
}

async function readComparedCounts(
  { userId, otherId, ownId }: FilteredPair,
  filters: string,
  signal: AbortSignal,
): Promise<FilterCounts> {
  const client = await (ownId === undefined ? anonymousSupabase() : ownSupabase())
  const people = { of_user: userId, with_user: otherId }
  const { data, error } = await client
    .rpc('compared_film_counts', { ...people, filters }, { get: true })
    .abortSignal(signal)
    .maybeSingle()
  if (error) throw uncountable(error)
  // A profile has become private, or has been deleted.
  if (!data) throw new Error('The profiles could not be read.')
  return { ...catalogueCounts(data), compared: recordOf(COMPARED_LISTS, data.lists) }
}

function uncountable(error: PostgrestError): Error {
  return new Error(`The films could not be counted: ${error.message}`, { cause: error })
}

function catalogueCounts(row: CatalogueRow): FilterCounts {
  return {
    films: row.films,
    available: recordOf(FORMATS, row.available),
    in_print: row.in_print,
    decades: recordOf(row.decades, row.films_by_decade),
    countries: recordOf(row.countries, row.films_by_country),
    directors: recordOf(row.directors, row.films_by_director),
    running_times: recordOf(row.half_hours, row.films_by_half_hour),
    sets: recordOf(row.sets, row.films_by_set),
  }
}

/** Used where the catalogue's counts are not needed. */
const NO_FILMS: FilterCounts = {
  films: 0,
  available: recordOf(FORMATS, []),
  in_print: 0,
  decades: {},
  countries: {},
  directors: {},
  running_times: {},
  sets: {},
}

function recordOf<Key extends string | number>(
  keys: readonly Key[],
  values: readonly number[],
): Record<Key, number> {
  return Object.fromEntries(keys.map((key, index) => [key, values[index] ?? 0])) as Record<Key, number>
}

/** Adds the counts of a person to those of the catalogue, where the films without any mark count, too. */
function withPerson(catalogue: FilterCounts, row: PersonRow): FilterCounts {
  const { unmarked, complement } = row
  const counts = catalogueCounts(row)
  const base = complement ? catalogue.films : 0
  const added = <Key extends string>(ofCatalogue: Record<Key, number>, ofPerson: Record<Key, number>) =>
    complement ? sumOf(ofCatalogue, ofPerson) : ofPerson
  const mine = recordOf(MINE, row.mine)
  const lists = recordOf(LISTS, row.lists)
  return {
    films: base + counts.films,
    available: added(catalogue.available, counts.available),
    in_print: counts.in_print + (complement ? catalogue.in_print : 0),
    decades: added(catalogue.decades, counts.decades),
    countries: added(catalogue.countries, counts.countries),
    directors: added(catalogue.directors, counts.directors),
    running_times: added(catalogue.running_times, counts.running_times),
    sets: added(catalogue.sets, counts.sets),
    marks: {
      mine: complement ? raised(mine, LACKING, base) : mine,
      owned: recordOf(FORMATS, row.owned),
      lists: unmarked ? raised(lists, WITH_UNMARKED, catalogue.films) : lists,
    },
  }
}

function sumOf<Key extends string>(
  a: Record<Key, number>,
  b: Partial<Record<Key, number>>,
): Record<Key, number> {
  const sums = { ...a }
  for (const key of Object.keys(b) as Key[]) sums[key] = (a[key] ?? 0) + (b[key] ?? 0)
  return sums
}

function raised<Key extends string>(
  counts: Record<Key, number>,
  keys: readonly Key[],
  by: number,
): Record<Key, number> {
  return sumOf(counts, Object.fromEntries(keys.map((key) => [key, by])) as Partial<Record<Key, number>>)
}

/** The filters as the functions of the database read them, in one form, so that equal ones share a cached response. */
function filtersJson(view: View, filtered?: Filtered): string {
  const { words, formats, spines } = criteriaOf(view)
  const { available, inPrint, from, to, countries, directors, times, sets, mine, owned } = filtersOf(view)
  const lists = { words, formats, spines, available, countries, directors, times, sets }
  return JSON.stringify({
    ...withoutEmpty(lists),
    ...(inPrint && { inPrint }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(personOf(filtered) && withoutEmpty({ mine, owned })),
    ...(filtered && { list: filtered.list }),
  })
}

function withoutEmpty(lists: Record<string, readonly unknown[]>): Record<string, readonly unknown[]> {
  return Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0))
}
