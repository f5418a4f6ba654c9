import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

const movie = {
  title: 'Pulp Fiction',
  year: 1994,
  ids: { trakt: 554, slug: 'pulp-fiction-1994', imdb: 'tt0110912', tmdb: 680 },
}

test('the collection has formats, and rows that are not discs are left out', async () => {
  const held = (media_type: string, resolution = 'hd_1080p') => ({
    collected_at: '2026-03-14T18:22:15Z',
    movie,
    metadata: { media_type, resolution },
  })
  const text = JSON.stringify([
    held('bluray', 'uhd_4k'),
    held('bluray'),
    held('dvd'),
    held('laserdisc'),
    held('digital'),
    { movie },
  ])
  const { format, lists } = await listsFrom('collection-movies.json', text)
  expect([format, lists[0]?.meaning]).toEqual(['trakt', 'owned'])
  expect(lists[0]?.rows.map((row) => [Object(row).formats, Object(row).unusable])).toEqual([
    [['bluray_4k'], undefined],
    [['bluray'], undefined],
    [['dvd'], undefined],
    [['laserdisc'], undefined],
    [undefined, 'it is held as \u201cdigital\u201d'],
    [undefined, undefined],
  ])
})

test('the history is watched films with their days; episodes are left out', async () => {
  const text = JSON.stringify([
    { id: 1, watched_at: '2024-03-07T19:37:27.000Z', action: 'watch', type: 'movie', movie },
    {
      id: 2,
      watched_at: '2024-03-07T19:37:27.000Z',
      type: 'episode',
      episode: { title: 'Pilot', ids: { trakt: 1 } },
    },
  ])
  expect((await listsFrom('watched-history-1.json', text)).lists).toEqual([
    {
      name: 'watched-history-1.json',
      meaning: 'watched',
      rows: [
        { line: 1, title: 'Pulp Fiction', year: 1994, imdb: 'tt0110912', tmdb: 680, watchedOn: '2024-03-07' },
        { line: 2, unusable: 'it is not a film' },
      ],
    },
  ])
})
