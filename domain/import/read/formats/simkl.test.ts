import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

test('the column of the list decides; the day comes before the month', async () => {
  const text =
    'SIMKL_ID,Title,Type,Year,Watchlist,LastEpWatched,WatchedDate,Rating,Memo,TVDB,TMDB,IMDB\n1,Ikiru,movie,1952,completed,,05/06/2024 20:15,9,,,3782,tt0044741\n2,Stalker,movie,1979,plantowatch,,,,,,1398,tt0079944\n3,Pilot,tv,2000,completed,,,,,,1,\n'
  expect((await listsFrom('s.csv', text)).lists).toEqual([
    {
      name: 'completed',
      meaning: 'watched',
      rows: [
        {
          line: 2,
          title: 'Ikiru',
          year: 1952,
          imdb: 'tt0044741',
          tmdb: 3782,
          rating: 9,
          watchedOn: '2024-06-05',
        },
        { line: 4, title: 'Pilot', year: 2000, unusable: 'it is not a film' },
      ],
    },
    {
      name: 'plantowatch',
      meaning: 'wishlist',
      rows: [{ line: 3, title: 'Stalker', year: 1979, imdb: 'tt0079944', tmdb: 1398 }],
    },
  ])
})
