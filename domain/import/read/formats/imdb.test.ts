import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

test('ratings are watched films, in any order of the columns', async () => {
  const text =
    'Year,Title,Const,Your Rating,Date Rated,Title Type,Directors\n1954,Seven Samurai,tt0047478,9,2024-02-11,Movie,Akira Kurosawa\n'
  expect(await listsFrom('ratings.csv', text)).toEqual({
    format: 'imdb',
    lists: [
      {
        name: 'ratings.csv',
        meaning: 'watched',
        rows: [
          {
            line: 2,
            imdb: 'tt0047478',
            title: 'Seven Samurai',
            year: 1954,
            director: 'Akira Kurosawa',
            rating: 9,
            watchedOn: '2024-02-11',
          },
        ],
      },
    ],
  })
})

test('a watchlist is a wishlist, also in the columns of before 2017 and in latin-1', async () => {
  const text =
    '"position","const","created","modified","description","Title","Title type","Directors","You rated"\n"1","tt0211915","","","Spine #1","Le fabuleux destin d\u2019Am\u00e9lie","Feature Film","Jean-Pierre Jeunet",""\n'
  const { lists } = await listsFrom(
    'WATCHLIST.csv',
    new Uint8Array(Buffer.from(text.replace('\u2019', "'"), 'latin1')),
  )
  expect(lists).toEqual([
    {
      name: 'WATCHLIST.csv',
      meaning: 'wishlist',
      rows: [
        {
          line: 2,
          imdb: 'tt0211915',
          title: "Le fabuleux destin d'Am\u00e9lie",
          director: 'Jean-Pierre Jeunet',
          noteSpine: 1,
        },
      ],
    },
  ])
})
