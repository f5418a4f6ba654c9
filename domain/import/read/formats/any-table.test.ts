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
  ['a note', 'Title,Notes\nYojimbo,Spine no. 52\n', { title: 'Yojimbo', noteSpine: 52 }],
])('a table with a column for %s', async (_, text, row) => {
  const { format, lists } = await listsFrom('discs.csv', text)
  expect(format).toBe('any')
  expect(lists).toMatchObject([{ name: 'discs.csv', meaning: 'owned', rows: [row] }])
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
