import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

test('the text export of the My Movies app is read', async () => {
  const text =
    '\ufeffTitle,Sort Title,Production Year,Group,Disc Type,Edition,IMDB Id,Director\r\nSeven Samurai,,1954,Owned,4K Ultra HD,Criterion,tt0047478,Akira Kurosawa\r\nSeven Samurai,,1954,Owned,Blu-ray,Bonus Disc,tt0000000,\r\nIkiru,,1952,Digital,,,tt0044741,\r\n'
  expect(await listsFrom('My Movie Collection.txt', text)).toEqual({
    format: 'my-movies',
    lists: [
      {
        name: 'Owned',
        meaning: 'owned',
        rows: [
          {
            line: 2,
            title: 'Seven Samurai',
            year: 1954,
            director: 'Akira Kurosawa',
            imdb: 'tt0047478',
            formats: ['bluray_4k'],
            copy: {},
          },
          {
            line: 3,
            title: 'Seven Samurai',
            year: 1954,
            formats: ['bluray'],
            unusable: 'it is a bonus disc',
            copy: {},
          },
        ],
      },
      {
        name: 'Digital',
        meaning: 'left',
        rows: [{ line: 4, title: 'Ikiru', year: 1952, imdb: 'tt0044741', copy: {} }],
      },
    ],
  })
})

test('the older My Movies text with semicolons and its XML are read', async () => {
  const text =
    'collection number; Disc Title; title; barcode; type; year; IMDB id; duration; film director; cast\n125; Disc Title; Deadpool; 8010312120428; Blu-ray; 2016; tt1431045; 108; Tim Miller; \n'
  const row = { title: 'Deadpool', imdb: 'tt1431045' }
  expect((await listsFrom('m.csv', text)).lists).toMatchObject([
    { rows: [{ ...row, year: 2016, formats: ['bluray'], director: 'Tim Miller' }] },
  ])
  const xml =
    '<Titles><Title><ID/><LocalTitle>Deadpool</LocalTitle><ProductionYear>2016</ProductionYear><IMDbUrl>http://www.imdb.com/title/tt1431045/</IMDbUrl></Title></Titles>'
  expect(await listsFrom('m.xml', xml)).toMatchObject({
    format: 'my-movies',
    lists: [{ rows: [{ ...row, year: 2016 }] }],
  })
})

test('rows that are not discs are left out', async () => {
  const text =
    'Title,Production Year,Group,Disc Type,Edition\nA,1954,Owned,HD DVD,\nB,1954,Owned,Digital,\nC,1954,Owned,,Criterion\n'
  const older = 'collection number;title;type;IMDB id\n1;A;VHS;\n'
  const xml = '<Titles><Title><LocalTitle>A</LocalTitle><MediaType>HD DVD</MediaType></Title></Titles>'
  const unusable = async (name: string, content: string) =>
    (await listsFrom(name, content)).lists[0]?.rows.map((row) => Object(row).unusable)
  expect(await unusable('m.txt', text)).toEqual([
    'it is on \u201cHD DVD\u201d',
    'it is on \u201cDigital\u201d',
    undefined,
  ])
  expect(await unusable('m.csv', older)).toEqual(['it is on \u201cVHS\u201d'])
  expect(await unusable('m.xml', xml)).toEqual(['it is on \u201cHD DVD\u201d'])
})
