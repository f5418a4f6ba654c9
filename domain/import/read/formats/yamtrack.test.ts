import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

test('films have their id at TMDB, and the status is their list', async () => {
  const text = `"media_id","source","media_type","title","image","season_number","episode_number","score","status","notes","start_date","end_date","progress","created_at","progressed_at"
"346","tmdb","movie","Seven Samurai","x","","","8.0","Completed","","","2024-01-02","1","",""
"3782","tmdb","movie","Ikiru","x","","","","Planning","","","","0","",""
"1","tmdb","tv","Friends","x","","","","Completed","","","","1","",""
`
  expect(await listsFrom('yamtrack.csv', text)).toEqual({
    format: 'yamtrack',
    lists: [
      {
        name: 'Completed',
        meaning: 'watched',
        rows: [
          { line: 2, title: 'Seven Samurai', tmdb: 346, rating: 8, watchedOn: '2024-01-02' },
          { line: 4, title: 'Friends', tmdb: 1, unusable: 'it is not a film' },
        ],
      },
      { name: 'Planning', meaning: 'wishlist', rows: [{ line: 3, title: 'Ikiru', tmdb: 3782 }] },
    ],
  })
})
