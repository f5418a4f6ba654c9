import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

test('the export describes discs, so its date is no year of a film', async () => {
  const text =
    'Title,Studio,Country code,UPC,EAN,ASIN,Release date,Casing,Blu-ray discs,DVD discs,Date added,Watched\n"Basic Instinct 4K",StudioCanal,GB,"",5053083230142,,March 1 2023,Standard Blu-ray case,1,0,November 26 2025,0\nIkiru,Criterion,US,,,,,,1,1,,1\nStalker,Criterion,US,,,,,,-1,-1,,0\n'
  expect(await listsFrom('c.csv', text)).toEqual({
    format: 'blu-ray-com',
    lists: [
      {
        name: 'Collection',
        meaning: 'owned',
        rows: [
          { line: 2, title: 'Basic Instinct', formats: ['bluray_4k'], copy: { acquiredOn: '2025-11-26' } },
          { line: 3, title: 'Ikiru', formats: ['bluray', 'dvd'], copy: {} },
          { line: 4, title: 'Stalker', copy: {} },
        ],
      },
      {
        name: 'Watched',
        meaning: 'watched',
        rows: [{ line: 3, title: 'Ikiru', formats: ['bluray', 'dvd'], copy: {} }],
      },
    ],
  })
})

test('the sheet has the year of the film', async () => {
  const text =
    'Title,Movie Release Year,Blu-Ray Release Year,Format,Purchase Price,Purchase Location\nIkiru,1952,2015,BLU-RAY,19.99,A shop\n'
  expect((await listsFrom('c.csv', text)).lists).toEqual([
    {
      name: 'Collection',
      meaning: 'owned',
      rows: [
        { line: 2, title: 'Ikiru', year: 1952, formats: ['bluray'], copy: { price: 19.99, store: 'A shop' } },
      ],
    },
  ])
})

test('rows that are not discs are left out', async () => {
  const text =
    'Title,Movie Release Year,Blu-Ray Release Year,Format\nA,1952,2015,HD DVD\nB,1952,2015,Digital\nC,1952,2015,\n'
  expect((await listsFrom('c.csv', text)).lists[0]?.rows.map((row) => Object(row).unusable)).toEqual([
    'it is on \u201cHD DVD\u201d',
    'it is on \u201cDigital\u201d',
    undefined,
  ])
})
