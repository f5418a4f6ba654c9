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
