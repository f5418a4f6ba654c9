import { SHOWN_COLUMNS } from '../../../web/data/film-columns.ts'
import { COLUMN_OF_SORT, cursorOf, type FilmSort } from '../../../web/features/catalogue/films/film-cursor.ts'
import { applyView } from '../../../web/features/catalogue/toolbar/apply-view.ts'
import { type FormatFilter, filtersOf, type View } from '../../../web/features/catalogue/toolbar/view.ts'
import { accountRequests } from './account-requests.ts'
import { adminRequests } from './admin-requests.ts'
import type { GrowthRequest } from './request.ts'
import { type Site, SORTS } from './site.ts'

const FORMATS: FormatFilter[] = ['all', 'laserdisc', 'dvd', 'bluray', '4k']

const EVERYTHING = { q: '', format: 'all' } as const
const films = ({ visitor }: Site) => visitor.from('films').select(SHOWN_COLUMNS)

function page(site: Site, sort: FilmSort, format: FormatFilter, after: Site['middle'][FilmSort] | null) {
  const place = after && cursorOf(after, COLUMN_OF_SORT[sort])
  return applyView(films(site), { q: '', format, sort }, { after: place }).limit(50).throwOnError()
}

/** Returns the first page with the total count. */
function counted(site: Site, sort: FilmSort) {
  const query = site.visitor.from('films').select(SHOWN_COLUMNS, { count: 'exact' })
  return applyView(query, { ...EVERYTHING, sort })
    .limit(50)
    .throwOnError()
}

/** Returns the first page of a search by best match, with the total count. */
function searched({ visitor }: Site, q: string) {
  const ranked = visitor
    .rpc('ranked_films', { phrase: q }, { get: true, count: 'exact' })
    .select(SHOWN_COLUMNS)
  return applyView(ranked, { q, format: 'all' }).limit(50).throwOnError()
}

const TABS = {
  All: {},
  Owned: { owned: true },
  Unowned: { owned: false },
  Watched: { watched: true },
  Wishlist: { wishlisted: true },
}

function listOf(site: Site, tab: keyof typeof TABS, sort: FilmSort, isDeep: boolean, count?: 'exact') {
  const asked = { get: true, ...(count && { count }) } as const
  let listed = site.person.rpc('profile_films', { of_user: site.personId }, asked).select(SHOWN_COLUMNS)
  for (const [column, value] of Object.entries(TABS[tab])) listed = listed.eq(column, value)
  const place = isDeep ? cursorOf(site.middle[sort], COLUMN_OF_SORT[sort]) : null
  return applyView(listed, { ...EVERYTHING, sort }, { after: place })
    .limit(50)
    .throwOnError()
}

const catalogue: GrowthRequest[] = [
  ...SORTS.flatMap((sort) =>
    FORMATS.map((format): GrowthRequest => {
      const name = `50 films by ${sort}, ${format === 'all' ? 'all formats' : format}, from the middle on`
      return { name, send: (site) => page(site, sort, format, site.middle[sort]) }
    }),
  ),
  ...(['year', 'country', 'running_time'] as const).map((sort): GrowthRequest => {
    const place = { value: null, spine: 1 }
    const send = (site: Site) =>
      applyView(films(site), { ...EVERYTHING, sort }, { after: place })
        .limit(50)
        .throwOnError()
    return { name: `50 films without a ${sort}`, send }
  }),
  {
    name: 'the title of a film by its spine',
    send: ({ visitor, middle }) =>
      visitor.from('films').select('title').eq('spine', middle.title.spine).single().throwOnError(),
  },
  {
    name: 'the 40 films before a film’s spine',
    send: ({ visitor, middle }) =>
      visitor
        .from('films')
        .select('spine, title')
        .lt('spine', middle.title.spine)
        .order('spine', { ascending: false })
        .limit(40)
        .throwOnError(),
  },
  {
    name: 'a film by another id at IMDb',
    send: ({ visitor }) =>
      visitor
        .from('film_aliases')
        .select('film_id')
        .eq('kind', 'imdb')
        .eq('value', 'tt92000')
        .limit(1)
        .throwOnError(),
  },
  {
    name: 'the first thousand sets with their films',
    growsWith: 'sets: they are all read',
    send: ({ visitor }) =>
      visitor
        .from('sets')
        .select('id, title, film_id, films')
        .gt('id', 0)
        .order('id')
        .limit(1000)
        .throwOnError(),
  },
  {
    name: 'the sets of a film',
    send: ({ visitor, middle }) =>
      visitor
        .rpc('set_members', { of_spine: middle.title.spine }, { get: true })
        .order('set_id')
        .order('position')
        .throwOnError(),
  },
  ...SORTS.map((sort): GrowthRequest => {
    return {
      name: `the first 50 films by ${sort} and how many there are`,
      growsWith: 'films: a count',
      send: (site) => counted(site, sort),
    }
  }),
  {
    name: 'how many films there are',
    growsWith: 'films: a count',
    send: ({ visitor }) =>
      visitor.from('films').select('spine', { count: 'exact', head: true }).throwOnError(),
  },
  ...['seven samurai', 'xyzzy'].map((q): GrowthRequest => {
    return { name: `search “${q}”`, send: (site) => searched(site, q) }
  }),
  { name: 'search “kurosawa”', growsWith: 'matches: a count', send: (site) => searched(site, 'kurosawa') },
  { name: 'search “a”', growsWith: 'films: one letter', send: (site) => searched(site, 'a') },
  { name: 'search “ko”', growsWith: 'films: two letters', send: (site) => searched(site, 'ko') },
]

const FILTERED: [name: string, view: View][] = [
  ['films in print on Blu-ray', { available: 'bluray', inprint: '1' }],
  ['films of the fifties and sixties', { from: '1950', to: '1969' }],
  ['films of a country', { country: ['Lesotho'] }],
  ['films of a director', { director: ['Agnès Varda'] }],
  ['films of a box set', { set: '1' }],
].map(([name, filters]) => [name as string, { ...EVERYTHING, sort: 'title', ...(filters as object) }])

const filtered: GrowthRequest[] = [
  ...FILTERED.map(([name, view]): GrowthRequest => {
    const { sets } = filtersOf(view)
    return {
      name: `the first 50 ${name}`,
      send: ({ visitor }) =>
        applyView(
          visitor
            .rpc('ranked_films', sets.length > 0 ? { in_sets: [...sets] } : {}, { get: true })
            .select(SHOWN_COLUMNS),
          view,
        )
          .limit(50)
          .throwOnError(),
    }
  }),
  ...(['year', 'title'] as const).map((sort): GrowthRequest => {
    const view = { ...EVERYTHING, sort, order: 'desc' } as const
    return {
      name: `50 films by ${sort}, descending, from the middle on`,
      send: (site) =>
        applyView(films(site), view, { after: cursorOf(site.middle[sort], COLUMN_OF_SORT[sort]) })
          .limit(50)
          .throwOnError(),
    }
  }),
  {
    name: 'the counts of the filters',
    growsWith: 'films: counts, which are kept until a film changes',
    send: ({ visitor }) => visitor.rpc('film_counts', { filters: '{}' }, { get: true }).throwOnError(),
  },
  {
    name: 'the counts of the filters of a person',
    send: ({ person, personId }) =>
      person
        .rpc('profile_film_counts', { of_user: personId, filters: '{"mine":["unowned"]}' }, { get: true })
        .throwOnError(),
  },
]

const profile: GrowthRequest[] = [
  {
    name: 'the figures of a person',
    growsWith: 'films: counts',
    send: ({ person }) => person.rpc('profile_counts', { of_username: 'person-7' }).throwOnError(),
  },
  {
    name: 'the figures of a person for a search',
    growsWith: 'films: counts',
    send: ({ person }) =>
      person
        .rpc('profile_counts', { of_username: 'person-7', words: ['night'], formats: ['dvd'] })
        .throwOnError(),
  },
  {
    name: 'the progress of a person',
    growsWith: 'films: the wall has each of them',
    send: ({ person }) => person.rpc('profile_progress', { of_username: 'person-7' }).throwOnError(),
  },
  {
    name: 'the numbers of two people compared',
    send: ({ person }) =>
      person.rpc('compared_profiles', { of_username: 'person-7', with_username: 'person-8' }).throwOnError(),
  },
  {
    name: 'the page of two people compared',
    growsWith: 'films: counts of both profiles',
    send: ({ url }) => fetch(`${url}/person-7/with/person-8`),
  },
  {
    name: 'the page of a person',
    growsWith: 'films: counts',
    send: ({ url }) => fetch(`${url}/person-7`),
  },
  {
    name: 'the picture of a person',
    growsWith: 'films: counts',
    send: ({ url }) => fetch(`${url}/person-7.png`),
  },
  { name: 'the picture of a film', send: ({ url }, round) => fetch(`${url}/spine/${round + 1}.png`) },
  ...(Object.keys(TABS) as (keyof typeof TABS)[]).flatMap((tab) =>
    SORTS.map((sort): GrowthRequest => {
      return {
        name: `50 of ${tab} by ${sort}, from the middle on`,
        send: (site) => listOf(site, tab, sort, true),
      }
    }),
  ),
  ...(['Owned', 'Watched', 'Wishlist'] as const).map((tab): GrowthRequest => {
    return {
      name: `the first 50 of ${tab} by title and how many there are`,
      send: (site) => listOf(site, tab, 'title', false, 'exact'),
    }
  }),
  ...(['All', 'Unowned'] as const).map((tab): GrowthRequest => {
    return {
      name: `the first 50 of ${tab} by title and how many there are`,
      growsWith: 'films: a count',
      send: (site) => listOf(site, tab, 'title', false, 'exact'),
    }
  }),
]

/** All requests of the pages, accounts and tools. */
export const REQUESTS: GrowthRequest[] = [
  ...catalogue,
  ...filtered,
  ...profile,
  ...accountRequests,
  ...adminRequests,
]
