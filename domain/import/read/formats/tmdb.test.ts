import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

test('TMDB ratings are read as watched films, and series are left out', async () => {
  const text =
    'TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated\n3782,tt0044741,movie,Ikiru,1952-10-09,,,8.3,9,2024-05-06T10:00:00Z\n1,tt0000002,tv,Pilot,2000-01-01,1,1,5,5,\n'
  expect(await listsFrom('ratings.csv', text)).toEqual({
    format: 'tmdb',
    lists: [
      {
        name: 'ratings.csv',
        meaning: 'watched',
        rows: [
          {
            line: 2,
            title: 'Ikiru',
            year: 1952,
            imdb: 'tt0044741',
            tmdb: 3782,
            rating: 9,
            watchedOn: '2024-05-06',
          },
          { line: 3, imdb: 'tt0000002', title: 'Pilot', year: 2000, unusable: 'it is not a film', rating: 5 },
        ],
      },
    ],
  })
})
