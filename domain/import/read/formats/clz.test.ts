import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

test('the site and the program name the same columns differently', async () => {
  const web =
    'Title,Release Date,Runtime,Director,Format,Distributor,Added Date,IMDb Url,Location,Collection Status\n"Seven Samurai (Criterion Collection)","Apr 26, 1954",207,Akira Kurosawa,"4K UHD, Blu-ray",Criterion,"Nov 09, 2022",https://www.imdb.com/title/tt0047478/?ref_=ref_ext_clz,Shelf,In Collection\n'
  const program =
    'Title;Movie Release Year;Director;Format;No. of Discs/Tapes;Purchase Price;Purchase Date;Loaned To\nSeven Samurai;1954;Akira Kurosawa;LaserDisc;2;$39,95;11/28/2024;Bea\n'
  expect((await listsFrom('m.csv', web)).lists).toMatchObject([
    {
      name: 'In Collection',
      meaning: 'owned',
      rows: [
        {
          title: 'Seven Samurai',
          year: 1954,
          imdb: 'tt0047478',
          formats: ['bluray_4k', 'bluray'],
          copy: { place: 'Shelf' },
        },
      ],
    },
  ])
  expect(await listsFrom('m.txt', program)).toMatchObject({
    format: 'clz',
    lists: [
      {
        rows: [
          {
            year: 1954,
            formats: ['laserdisc'],
            copy: { acquiredOn: '2024-11-28', price: 39.95, currency: 'USD', lentTo: 'Bea' },
          },
        ],
      },
    ],
  })
})

test('the status makes lists, and a tape is left out', async () => {
  const text =
    'Title,Format,Barcode,Collection Status\nA,VHS,1,In Collection\nB,DVD,1,On Wish List\nC,DVD,1,Sold\n'
  const { lists } = await listsFrom('m.csv', text)
  expect(lists.map(({ name, meaning, rows }) => [name, meaning, Object(rows[0]).unusable])).toEqual([
    ['In Collection', 'owned', 'it is on \u201cVHS\u201d'],
    ['On Wish List', 'wishlist', undefined],
    ['Sold', 'left', undefined],
  ])
})

test('CLZ exports as XML and JSON are read', async () => {
  const xml =
    '<?xml version="1.0"?><movieinfo><movies><movie><title>Seven Samurai</title><releasedate><year><displayname>1954</displayname></year></releasedate><format><displayname>Blu-ray</displayname></format><imdburl>https://www.imdb.com/title/tt0047478/</imdburl></movie></movies></movieinfo>'
  const row = { title: 'Seven Samurai', imdb: 'tt0047478', formats: ['bluray'] }
  expect((await listsFrom('m.xml', xml)).lists).toMatchObject([{ rows: [{ ...row, year: 1954 }] }])
  const json = {
    movies: [
      {
        title: 'Seven Samurai',
        format: 'Blu-ray',
        location: 'Shelf',
        links: [
          { url: 'https://www.imdb.com/title/tt0047478' },
          { url: 'https://www.themoviedb.org/movie/346' },
        ],
      },
    ],
  }
  expect((await listsFrom('m.json', JSON.stringify(json))).lists).toMatchObject([
    { rows: [{ ...row, tmdb: 346, copy: { place: 'Shelf' } }] },
  ])
})
