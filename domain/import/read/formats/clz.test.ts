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

test('films that were seen are a list, too', async () => {
  const text =
    'Title,Format,Barcode,Collection Status,Seen It,Viewing Date,My Rating\nA,DVD,1,In Collection,Yes,,8\nB,DVD,1,Sold,No,"Jan 02, 2007",0\nC,DVD,1,In Collection,No,,7\nD,DVD,1,In Collection,,,6\nE,DVD,1,In Collection,,,0\n'
  const { lists } = await listsFrom('m.csv', text)
  expect(
    lists.map(({ name, meaning, rows }) => [name, meaning, rows.map((row) => Object(row).title)]),
  ).toEqual([
    ['In Collection', 'owned', ['A', 'C', 'D', 'E']],
    ['Sold', 'left', ['B']],
    ['Watched', 'watched', ['A', 'B']],
    ['Rated', 'watched', ['D']],
  ])
  expect(lists[2]?.rows).toMatchObject([{ rating: 8 }, { watchedOn: '2007-01-02' }])
})

test('a date of the program in another order shows the order of its column', async () => {
  const read = async (...dates: string[]) => {
    const text = `Title;Format;No. of Discs/Tapes;Purchase Date\n${dates.map((date) => `A;DVD;1;${date}\n`).join('')}`
    const { lists } = await listsFrom('m.txt', text)
    return lists[0]?.rows.map((row) => Object(row).copy.acquiredOn)
  }
  expect(await read('05/03/2024')).toEqual(['2024-05-03'])
  expect(await read('05/03/2024', '25/03/2024')).toEqual(['2024-03-05', '2024-03-25'])
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
