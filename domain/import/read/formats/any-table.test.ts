import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

test.each([
  ['a spine', 'Shelf;Spine #\nA;52\n', { spine: 52 }],
  ['an id', 'imdb_id\ntt0055630\n', { imdb: 'tt0055630' }],
  ['a number at TMDB', 'tmdb_id,x\n11878,\n', { tmdb: 11878 }],
  [
    'a link',
    'x,link\n1,https://www.criterion.com/films/598-yojimbo\n',
    { criterion: { kind: 'film', id: 598 } },
  ],
  ['a title with its year', 'Movie\nYojimbo (1961)\n', { title: 'Yojimbo (1961)', year: 1961 }],
  [
    'a title below a heading',
    'My discs,,\n,,\nTitel,Regie,Jahr\nYojimbo,Kurosawa,1961\n',
    { title: 'Yojimbo', director: 'Kurosawa', year: 1961 },
  ],
  [
    'columns of formats',
    'Title,DVD,Blu-ray,4K UHD,LD\nYojimbo,x,,Yes,no\n',
    { title: 'Yojimbo', formats: ['dvd', 'bluray_4k'] },
  ],
  [
    'what a copy cost, and who has it',
    'Title,Price,Purchase Date,Location,Lent to,Watched on\nYojimbo,$39.96,2006-11-11,Shelf 2,Tomasz,2007-01-02\n',
    {
      title: 'Yojimbo',
      watchedOn: '2007-01-02',
      copy: { price: 39.96, currency: 'USD', acquiredOn: '2006-11-11', place: 'Shelf 2', lentTo: 'Tomasz' },
    },
  ],
  [
    'its price in German',
    'Titel;Regie;Preis\nSieben Samurai, Die;Kurosawa, Akira;19,99\n',
    { title: 'Sieben Samurai, Die', director: 'Kurosawa, Akira', copy: { price: 19.99 } },
  ],
  ['a title alone', 'Title\nSeven Samurai, The\n', { title: 'Seven Samurai, The' }],
  ['a note', 'Title,Notes\nYojimbo,Spine no. 52\n', { title: 'Yojimbo', noteSpine: 52 }],
])('a table with a column for %s', async (_, text, row) => {
  const { format, lists } = await listsFrom('discs.csv', text)
  expect(format).toBe('any')
  expect(lists[0]).toMatchObject({ name: 'discs.csv', meaning: 'owned', rows: [row] })
})

test.each([
  ['a date', 'Watched on', '2007-01-02', '2007-01-02'],
  ['a date in the column for yes or no', 'Watched', '25.03.2007', '2007-03-25'],
  ['a year in the column for yes or no', 'Seen', '2007', '2007'],
  ['a yes', 'Seen', 'x', undefined],
])('a row with %s also stands in the list of watched films', async (_, column, cell, watchedOn) => {
  const { lists } = await listsFrom(
    'discs.csv',
    `Title,Year,Format,${column}\nYojimbo,1961,DVD,${cell}\nRan,1985,DVD,\n`,
  )
  const yojimbo = { line: 2, title: 'Yojimbo', year: 1961, formats: ['dvd'], ...(watchedOn && { watchedOn }) }
  expect(lists).toEqual([
    {
      name: 'discs.csv',
      meaning: 'owned',
      rows: [yojimbo, { line: 3, title: 'Ran', year: 1985, formats: ['dvd'] }],
    },
    { name: 'Watched', meaning: 'watched', rows: [yojimbo] },
  ])
})

test('rows that are only rated are a list of their own, unless the file says that they were not watched', async () => {
  const text = 'Title,Rating,Watched\nYojimbo,4,yes\nRan,4.5,\nStalker,3,no\nSolaris,,\n'
  const { lists } = await listsFrom('discs.csv', text)
  expect(
    lists.map(({ name, meaning, rows }) => [name, meaning, rows.map((row) => Object(row).title)]),
  ).toEqual([
    ['discs.csv', 'owned', ['Yojimbo', 'Ran', 'Stalker', 'Solaris']],
    ['Watched', 'watched', ['Yojimbo']],
    ['Rated', 'watched', ['Ran']],
  ])
})

test('a film on a wishlist is watched if the file says so, but not because it is rated', async () => {
  const { lists } = await listsFrom('wishlist.csv', 'Title,Rating,Watched\nRan,4.5,\nYojimbo,4,x\n')
  expect(lists.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['wishlist.csv', 2],
    ['Watched', 1],
  ])
})

test.each([
  ['of ten', ['8', '4'], [8, 4]],
  ['of five', ['4.5', '4'], [9, 8]],
])('a column with ratings %s has the same scale in all rows', async (_, cells, ratings) => {
  const { lists } = await listsFrom('x.csv', `Title,Rating\n${cells.map((cell) => `A,${cell}\n`).join('')}`)
  expect(lists[0]?.rows.map((row) => Object(row).rating)).toEqual(ratings)
})

test.each([
  ['day first', '25/03/2024', '2024-03-05'],
  ['month first', '03/25/2024', '2024-05-03'],
  ['unknown', '02/04/2024', '2024'],
])('one date of a column shows the order of the others: %s', async (_, other, date) => {
  const text = `Title,Purchase date,Lent on\nA,05/03/2024,04/30/2024\nB,${other},\n`
  const { lists } = await listsFrom('x.csv', text)
  expect(lists[0]?.rows[0]).toMatchObject({ copy: { acquiredOn: date, lentOn: '2024-04-30' } })
})

test('rows that are not discs are left out, and an edition is not read as a medium', async () => {
  const formats = ['VHS', 'Digital', 'HD DVD', 'Beta', 'Box set', 'Criterion', '', 'DVD']
  const text = `Title,Format\n${formats.map((format) => `A,${format}\n`).join('')}`
  const { lists } = await listsFrom('x.csv', text)
  expect(lists[0]?.rows.map((row) => Object(row).unusable ?? Object(row).formats)).toEqual([
    'it is on \u201cVHS\u201d',
    'it is on \u201cDigital\u201d',
    'it is on \u201cHD DVD\u201d',
    'it is on \u201cBeta\u201d',
    undefined,
    undefined,
    undefined,
    ['dvd'],
  ])
})

test('a tape beside a tick for the DVD is the DVD', async () => {
  const { lists } = await listsFrom('x.csv', 'Title,Format,DVD\nA,VHS,x\nB,VHS,\n')
  expect(lists[0]?.rows).toMatchObject([{ formats: ['dvd'] }, { unusable: 'it is on \u201cVHS\u201d' }])
  expect(lists[0]?.rows[0]).not.toHaveProperty('unusable')
})

test('a number of JSON is a decimal number', async () => {
  const { lists } = await listsFrom('x.json', '[{"title":"A","price":19.975},{"title":"B","price":1299}]')
  expect(lists[0]?.rows).toMatchObject([{ copy: { price: 19.98 } }, { copy: { price: 1299 } }])
})

test('a list of objects is a table', async () => {
  const { lists } = await listsFrom(
    'my-watched.json',
    '[{"title":"Ikiru","year":1952},{"title":"Stalker","year":null,"cast":[]}]',
  )
  expect(lists).toEqual([
    {
      name: 'my-watched.json',
      meaning: 'watched',
      rows: [
        { line: 1, title: 'Ikiru', year: 1952 },
        { line: 2, title: 'Stalker' },
      ],
    },
  ])
})

test('the person can have any format read as a table', async () => {
  const text = 'Const,Title,Title Type,Year\ntt0044741,Ikiru,Movie,1952\n'
  expect((await listsFrom('x.csv', text)).format).toBe('imdb')
  expect((await listsFrom('x.csv', text, 'any')).lists).toMatchObject([
    { rows: [{ imdb: 'tt0044741', title: 'Ikiru' }] },
  ])
  await expect(listsFrom('x.csv', text, 'libib')).rejects.toThrow('The file lacks the columns of Libib')
})

test('the header is found below a heading, and above rows with a word that is a column elsewhere', async () => {
  const { lists } = await listsFrom(
    'x.csv',
    'Criterion,,\nTitle,Year,Source\nIkiru,1952,tmdb\nFilm,2020,imdb\n',
  )
  expect(lists[0]?.rows).toMatchObject([
    { line: 3, title: 'Ikiru', year: 1952 },
    { line: 4, title: 'Film', year: 2020 },
  ])
})

test('the guid of Plex is an id', async () => {
  const { lists } = await listsFrom('plex.csv', 'title,year,guid\nIkiru,1952,imdb://tt0044741\n')
  expect(lists[0]?.rows).toEqual([{ line: 2, title: 'Ikiru', year: 1952, imdb: 'tt0044741' }])
})
