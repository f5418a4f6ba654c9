import { strFromU8, strToU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { type Catalogue, indexCatalogue } from '../../../domain/import/match/catalogue-index.ts'
import { planImport } from '../../../domain/import/plan/plan.ts'
import { readFile } from '../../../domain/import/read-file.ts'
import type { AccountData } from './account-data.ts'
import { toCsv, toJson, toLetterboxd } from './export-files.ts'

const NO_MARKS = {
  imdb_link: null,
  letterboxd_link: null,
  tmdb_id: null,
  owned: false,
  owns_laserdisc: false,
  owns_dvd: false,
  owns_bluray: false,
  owns_bluray_4k: false,
  watched: false,
  wishlisted: false,
  wish: undefined,
  copies: [],
  viewings: [],
}

const COPY = {
  id: '00000000-0000-4000-8000-000000000001',
  format: 'dvd',
  acquired_on: '2006-11',
  price: 34.95,
  currency: 'USD',
  store: null,
  condition: 'very_good',
  slipcover: true,
  place: 'Living room, 2',
  lent_to: 'Tomasz',
  lent_on: '2026-05-02',
  note: 'Two\nlines',
}
const VIEWING = {
  id: '00000000-0000-4000-8000-000000000002',
  watched_on: '2014-12-29',
  rating: 9,
  note: 'With Papa',
}
const WISH = {
  wants_laserdisc: false,
  wants_dvd: false,
  wants_bluray: false,
  wants_bluray_4k: true,
  priority: 1,
  note: 'For my birthday',
  price: 19.98,
  currency: 'USD',
}
const AK_100 = {
  title: 'AK 100',
  criterion_id: 678,
  owns_laserdisc: false,
  owns_dvd: true,
  owns_bluray: false,
  owns_bluray_4k: false,
  copies: [{ ...COPY, id: '00000000-0000-4000-8000-000000000003' }],
}

const DATA: AccountData = {
  id: 'b1',
  username: 'anna',
  visibility: 'unlisted',
  collection_visibility: null,
  watched_visibility: 'private',
  wishlist_visibility: null,
  email: 'anna@example.org',
  created_at: '2026-11-21T10:00:00Z',
  roles: ['admin'],
  imports: [
    {
      id: 'i1',
      name: 'films.csv',
      made_at: '2026-11-22T10:00:00Z',
      formats: 1,
      wishlisted: 0,
      watched: 2,
      copies: 0,
      viewings: 0,
      undone_at: null,
    },
  ],
  films: [
    {
      ...NO_MARKS,
      spine: 3,
      title: 'The "Lady", Vanishes',
      director: 'Hitchcock',
      year: 1938,
      owned: true,
      owns_dvd: true,
      copies: [COPY],
    },
    {
      ...NO_MARKS,
      spine: 9,
      title: '=HYPERLINK("x")',
      director: '＝Ōzu',
      year: null,
      watched: true,
      wishlisted: true,
      wish: WISH,
      viewings: [VIEWING],
    },
  ],
  sets: [AK_100],
}

test('the JSON export contains the account, the three lists, sets, copies and viewings', () => {
  const { account, ownership, watched, wishlist, sets, copies, viewings, imports } = JSON.parse(toJson(DATA))
  expect(account).toEqual({
    id: 'b1',
    username: 'anna',
    visibility: 'unlisted',
    collection_visibility: null,
    watched_visibility: 'private',
    wishlist_visibility: null,
    email: 'anna@example.org',
    created_at: '2026-11-21T10:00:00Z',
    roles: ['admin'],
  })
  expect(ownership).toEqual([
    {
      spine: 3,
      title: 'The "Lady", Vanishes',
      director: 'Hitchcock',
      year: 1938,
      owns_laserdisc: false,
      owns_dvd: true,
      owns_bluray: false,
      owns_bluray_4k: false,
    },
  ])
  const nine = { spine: 9, title: '=HYPERLINK("x")', director: '＝Ōzu', year: null }
  expect(watched).toEqual([nine])
  expect(wishlist).toEqual([{ ...nine, ...WISH }])
  const { copies: [ofSet] = [], ...set } = AK_100
  expect(sets).toEqual([set])
  expect(copies).toEqual([
    { spine: 3, title: 'The "Lady", Vanishes', director: 'Hitchcock', year: 1938, ...COPY },
    { set: 'AK 100', criterion_id: 678, ...ofSet },
  ])
  expect(viewings).toEqual([{ ...nine, ...VIEWING }])
  expect(imports).toEqual(DATA.imports)
})

test('the CSV export has a line for each record', async () => {
  const csv = await toCsv(DATA)
  expect(csv.startsWith('\ufeff')).toBe(true)
  const { data, errors } = Papa.parse<Record<string, string>>(csv.slice(1).trimEnd(), { header: true })
  expect(errors).toEqual([])
  expect(data.map(({ record }) => record)).toEqual([
    'account',
    'role',
    'film',
    'film',
    'set',
    'copy',
    'copy',
    'viewing',
    'import',
  ])
  expect(data[0]).toMatchObject({
    username: 'anna',
    visibility: 'unlisted',
    collection_visibility: '',
    watched_visibility: 'private',
    email: 'anna@example.org',
    role: '',
  })
  expect(data[1]).toMatchObject({ role: 'admin' })
  expect(data[2]).toMatchObject({
    spine: '3',
    title: 'The "Lady", Vanishes',
    owns_dvd: 'true',
    watched: 'false',
  })
  expect(data[3]).toMatchObject({
    spine: '9',
    year: '',
    watched: 'true',
    wishlist: 'true',
    priority: '1',
    price: '19.98',
  })
  expect(data[4]).toMatchObject({ set: 'AK 100', criterion_id: '678', owns_dvd: 'true' })
  expect(data[5]).toMatchObject({
    spine: '3',
    format: 'dvd',
    lent_to: 'Tomasz',
    note: 'Two\nlines',
    slipcover: 'true',
  })
  expect(data[7]).toMatchObject({ spine: '9', watched_on: '2014-12-29', rating: '9', note: 'With Papa' })
})

test('no value in the CSV export is a formula', async () => {
  const csv = await toCsv({ ...DATA, username: '-anna', email: '+anna@example.org' })
  const { data } = Papa.parse<Record<string, string>>(csv.slice(1), { header: true })
  expect(data[0]).toMatchObject({ username: "'-anna", email: "'+anna@example.org" })
  expect(data[3]).toMatchObject({ title: `'=HYPERLINK("x")`, director: "'＝Ōzu" })
})

test('the files for Letterboxd have at most 1,000 rows each, with the ids of the films', async () => {
  const film = {
    ...NO_MARKS,
    spine: 2,
    title: 'Seven Samurai',
    director: 'Akira Kurosawa',
    year: 1954,
    watched: true,
  }
  const linked = {
    ...film,
    imdb_link: 'https://www.imdb.com/title/tt0047478/',
    letterboxd_link: 'https://boxd.it/2axi',
    tmdb_id: 346,
  }
  const files = unzipSync(
    await toLetterboxd({ films: [linked, ...Array.from({ length: 1298 }, () => film)] }),
  )
  const tables = Object.entries(files).map(
    ([name, bytes]) =>
      [name, Papa.parse<Record<string, string>>(strFromU8(bytes).trimEnd(), { header: true }).data] as const,
  )
  expect(tables.map(([name, rows]) => [name, rows.length])).toEqual([
    ['watched-1.csv', 1000],
    ['watched-2.csv', 299],
  ])
  expect(tables[0]?.[1][0]).toEqual({
    LetterboxdURI: 'https://boxd.it/2axi',
    imdbID: 'tt0047478',
    tmdbID: '346',
    Title: 'Seven Samurai',
    Year: '1954',
    Directors: 'Akira Kurosawa',
    WatchedDate: '',
    Rating10: '',
    Rewatch: '',
  })
})

test('each viewing is a row for Letterboxd, without its note', async () => {
  const [, nine] = DATA.films
  const viewings = [VIEWING, { ...VIEWING, watched_on: '2015', rating: null }]
  const files = unzipSync(await toLetterboxd({ films: nine ? [{ ...nine, viewings }] : [] }))
  const text = strFromU8(files['watched-1.csv'] ?? new Uint8Array())
  expect(Papa.parse<Record<string, string>>(text.trimEnd(), { header: true }).data).toMatchObject([
    { WatchedDate: '2014-12-29', Rating10: '9', Rewatch: '' },
    { WatchedDate: '', Rating10: '', Rewatch: 'Yes' },
  ])
  expect(text).not.toContain('Papa')
})

test('importing either export restores the marks and details', async () => {
  const owned = (spine: number) => ({
    ...NO_MARKS,
    spine,
    title: `Title, ${spine}`,
    director: 'D',
    year: 1950,
    owned: true,
    owns_dvd: true,
    owns_bluray_4k: spine === 2,
  })
  const again = { ...VIEWING, id: '00000000-0000-4000-8000-000000000004', rating: null, note: null }
  const films = [
    { ...owned(1), watched: true, copies: [COPY], viewings: [VIEWING, again] },
    owned(2),
    { ...NO_MARKS, spine: 3, title: '=a', director: 'b', year: null, wishlisted: true, wish: WISH },
  ]
  const catalogue: Catalogue = {
    films: films.map(({ spine, title, director, year }) => ({
      id: 100 + spine,
      spine,
      title,
      director,
      year,
      laserdisc: false,
      dvd: true,
      bluray: true,
      bluray_4k: true,
      product_url: null,
      box_art_url: null,
      imdb_link: null,
      letterboxd_link: null,
      tmdb_id: null,
    })),
    aliases: [],
    sets: [{ id: 7, film_id: null, criterion_id: 678, title: 'AK 100, renamed' }],
    setFilms: [],
  }
  const index = indexCatalogue(catalogue)
  for (const text of [toJson({ ...DATA, films }), await toCsv({ ...DATA, films })]) {
    const file = await readFile(strToU8(text), 'x', index)
    expect([file.rows.left, file.questions]).toEqual([0, []])
    const choices = {
      meanings: file.lists.map(({ meaning }) => meaning),
      discs: 'none',
      answers: new Map(),
    } as const
    const nothing = { has: () => false, counts: { owned: 0, watched: 0, wishlist: 0 } }
    const plan = planImport(file, choices, (id) => index.byId.get(id), nothing)
    const { store: _store, ...copy } = COPY
    const { wants_bluray_4k, priority, note, price, currency } = WISH
    expect(plan.films).toEqual([
      {
        film_id: 101,
        marks: ['dvd', 'watched'],
        copies: [copy],
        viewings: [VIEWING, { id: again.id, watched_on: again.watched_on }],
      },
      { film_id: 102, marks: ['dvd', 'bluray_4k'] },
      { film_id: 103, marks: ['wishlist'], wish: { wants_bluray_4k, priority, note, price, currency } },
    ])
    expect(plan.sets).toEqual([
      { set_id: 7, marks: ['dvd'], copies: [{ ...copy, id: AK_100.copies[0]?.id }] },
    ])
    const known = {
      ...nothing,
      has: () => true,
      hasSet: () => true,
      details: {
        counts: { copies: 2, viewings: 2, ratings: 1 },
        copies: (id: number) => (id === 101 ? [COPY] : id === -7 ? AK_100.copies : []) as never,
        viewings: (id: number) => (id === 101 ? [VIEWING, again] : []),
      },
    }
    const repeated = planImport(file, choices, (id) => index.byId.get(id), known)
    expect([repeated.films, repeated.sets]).toEqual([[], []])
    expect(repeated.titles, 'with the set').toBe(4)
    expect(plan.totals).toMatchObject({
      copies: { before: 0, after: 2, already: 0 },
      viewings: { before: 0, after: 2, already: 0 },
      ratings: { before: 0, after: 1, already: 0 },
    })
    expect(repeated.totals).toMatchObject({
      copies: { before: 2, after: 2, already: 2 },
      viewings: { before: 2, after: 2, already: 2 },
      ratings: { before: 1, after: 1, already: 1 },
    })
  }
})
