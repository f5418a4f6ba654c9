import { expect, test } from 'vitest'
import { filmOf } from '../../../../test/support/import/catalogue.ts'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'
import { letterboxdArchive } from '../../../../test/support/import/write-files.ts'

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
])(
  'an archive with %s: diary entries get the address of their film, deleted files and the profile are not read',
  async (_, newline) => {
    const [network, samurai] = [
      { film: { ...filmOf(2) }, formats: [] },
      { film: { ...filmOf(3) }, formats: [] },
    ]
    const { lists } = await listsFrom(
      'x.zip',
      letterboxdArchive([network, samurai], [samurai], newline).bytes,
    )
    expect(lists.map(({ name, meaning, rows }) => [name, meaning, rows.length])).toEqual([
      ['watched.csv', 'watched', 2],
      ['watchlist.csv', 'wishlist', 1],
      ['ratings.csv', 'watched', 2],
      ['diary.csv', 'watched', 1],
      ['reviews.csv', 'watched', 1],
      ['films.csv', 'left', 2],
    ])
    const entry = {
      title: 'Seven Samurai',
      year: 1954,
      letterboxd: '2axi',
      rating: 9,
      watchedOn: '2026-11-20',
    }
    expect(lists[3]?.rows).toEqual([{ line: 2, ...entry }])
    expect(JSON.stringify(lists)).not.toContain('example.org')
  },
)

test('the address in a diary alone is that of an entry, so it is no film', async () => {
  const text =
    'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n2017-12-31,Christine,1983,https://boxd.it/n2lM7,5,,,2017-09-30\n'
  expect((await listsFrom('diary.csv', text)).lists).toEqual([
    {
      name: 'diary.csv',
      meaning: 'watched',
      rows: [{ line: 2, title: 'Christine', year: 1983, rating: 10, watchedOn: '2017-09-30' }],
    },
  ])
})

test('two films of one name and year leave the diary without an address', async () => {
  const { letterboxd } = await import('./letterboxd.ts')
  const table = (name: string, rows: string[][]) => ({
    kind: 'table' as const,
    name,
    records: rows.map((cells, index) => ({ line: index + 1, cells })),
  })
  const head = ['Date', 'Name', 'Year', 'Letterboxd URI']
  const lists = letterboxd.read([
    table('watched.csv', [
      head,
      ['', 'Twins', '1988', 'https://boxd.it/a1'],
      ['', 'Twins', '1988', 'https://boxd.it/b2'],
    ]),
    table('diary.csv', [
      [...head, 'Watched Date'],
      ['', 'Twins', '1988', 'https://boxd.it/entry', '2020-01-01'],
    ]),
  ])
  expect(lists[1]?.rows[0]?.letterboxd).toBeUndefined()
})

test('a list is found below its own line, and its notes name spines', async () => {
  const text =
    'Letterboxd list export v7\r\nDate,Name,Tags,URL,Description\r\n2026-03-31,My 4K discs,"owned, criterion",https://boxd.it/Tzd5u,"Position, Name\r\nis no header"\r\n\r\nPosition,Name,Year,URL,Description\r\n1,It Was Just an Accident,2025,https://boxd.it/TX2k,"Director: Jafar Panahi\r\nSpine Number: 1317"\r\n2,Yojimbo,1961,https://letterboxd.com/film/yojimbo/,\u2022 Spine #52\r\n'
  expect((await listsFrom('my-4k-discs.csv', text)).lists).toEqual([
    {
      name: 'My 4K discs',
      meaning: 'owned',
      rows: [
        {
          line: 7,
          title: 'It Was Just an Accident',
          year: 2025,
          letterboxd: 'TX2k',
          noteSpine: 1317,
          formats: ['bluray_4k'],
        },
        {
          line: 9,
          title: 'Yojimbo',
          year: 1961,
          letterboxd: 'film/yojimbo',
          noteSpine: 52,
          formats: ['bluray_4k'],
        },
      ],
    },
  ])
})
