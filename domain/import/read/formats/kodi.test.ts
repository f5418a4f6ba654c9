import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

const IKIRU = '<title>Ikiru</title><year>1952</year>'

test('a library has its films, of which those that were played are watched', async () => {
  const text = `<videodb><movie>${IKIRU}<playcount>1</playcount><lastplayed>2020-01-02 20:15:00</lastplayed><userrating>8</userrating>
    <uniqueid type="imdb" default="true">tt0044741</uniqueid><uniqueid type="tmdb">3782</uniqueid></movie>
    <movie><title>Stalker</title><year>1979</year><playcount>0</playcount></movie></videodb>`
  const ikiru = {
    title: 'Ikiru',
    year: 1952,
    imdb: 'tt0044741',
    tmdb: 3782,
    rating: 8,
    watchedOn: '2020-01-02',
  }
  expect(await listsFrom('videodb.xml', text)).toEqual({
    format: 'kodi',
    lists: [
      {
        name: 'Library',
        meaning: 'left',
        rows: [
          { line: 1, ...ikiru },
          { line: 2, title: 'Stalker', year: 1979 },
        ],
      },
      { name: 'Watched', meaning: 'watched', rows: [{ line: 1, ...ikiru }] },
    ],
  })
})

test('a Kodi file of one film is read', async () => {
  const text = `<movie>${IKIRU}<watched>true</watched><imdbid>tt0044741</imdbid></movie>`
  expect((await listsFrom('movie.nfo', text)).lists).toMatchObject([
    { name: 'Library' },
    { name: 'Watched', rows: [{ title: 'Ikiru', imdb: 'tt0044741' }] },
  ])
})
