import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

test.each([
  [
    'history',
    'title,year,tmdbId,imdbId,watchedAt,comment,location\nIkiru,1952,3782,tt0044741,2024-05-06,,\n',
    'watched',
    { watchedOn: '2024-05-06' },
  ],
  ['ratings', 'title,year,tmdbId,imdbId,userRating\nIkiru,1952,3782,tt0044741,9\n', 'watched', { rating: 9 }],
  ['watchlist', 'title,year,tmdbId,imdbId,addedAt\nIkiru,1952,3782,tt0044741,2024-05-06\n', 'wishlist', {}],
])('the %s of Movary is read', async (name, text, meaning, more) => {
  expect(await listsFrom(`${name}.csv`, text)).toEqual({
    format: 'movary',
    lists: [
      {
        name: `${name}.csv`,
        meaning,
        rows: [{ line: 2, title: 'Ikiru', year: 1952, imdb: 'tt0044741', tmdb: 3782, ...more }],
      },
    ],
  })
})
