import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

test('the format is in the tags, and completed films are watched', async () => {
  const text =
    'item_type,title,creators,ean_isbn13,upc_isbn10,publish_date,group,tags,notes,price,status,completed,added\nmovie,Ikiru,Akira Kurosawa,,,2015-11-24,,"criterion, blu-ray",,39.95,Completed,2020-01-05,2019-12-24\nbook,Sculpting in Time,Andrei Tarkovsky,,,,,,,,,,\n'
  const ikiru = {
    line: 2,
    title: 'Ikiru',
    director: 'Akira Kurosawa',
    formats: ['bluray'],
    watchedOn: '2020-01-05',
    copy: { acquiredOn: '2019-12-24', price: 39.95 },
  }
  expect(await listsFrom('l.csv', text)).toEqual({
    format: 'libib',
    lists: [
      {
        name: 'Library',
        meaning: 'owned',
        rows: [
          ikiru,
          {
            line: 3,
            title: 'Sculpting in Time',
            director: 'Andrei Tarkovsky',
            unusable: 'it is a book',
            copy: {},
          },
        ],
      },
      { name: 'Completed', meaning: 'watched', rows: [ikiru] },
    ],
  })
})

test('a film with the date of a viewing is watched, and films that are only rated form a separate list', async () => {
  const text =
    'item_type,title,creators,ean_isbn13,upc_isbn10,status,completed,rating\nmovie,A,,,,,2020-01-05,\nmovie,B,,,,,,4\nmovie,C,,,,Not begun,,4\n'
  const { lists } = await listsFrom('l.csv', text)
  expect(
    lists.map(({ name, meaning, rows }) => [name, meaning, rows.map((row) => Object(row).title)]),
  ).toEqual([
    ['Library', 'owned', ['A', 'B', 'C']],
    ['Completed', 'watched', ['A']],
    ['Rated', 'watched', ['B']],
  ])
})
