import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

test('a disc has its condition, and the label a spine where its number is one', async () => {
  const text =
    'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes\nCC1025,Agn\u00e8s Varda,Vagabond,The Criterion Collection,"Blu-ray, Album",,2020,1,Films,2021-02-03 10:00:00,Near Mint (NM or M-),,\nCC1262L,Akira Kurosawa,Seven Samurai,The Criterion Collection,"2xLaserdisc, 12"", CLV",,1990,2,Films,,,,\nX1,Someone,A record,Other,"LP, Album",,1970,3,Music,,,,\n'
  expect(await listsFrom('c.csv', text)).toEqual({
    format: 'discogs',
    lists: [
      {
        name: 'Films',
        meaning: 'owned',
        rows: [
          {
            line: 2,
            title: 'Vagabond',
            director: 'Agn\u00e8s Varda',
            noteSpine: 1025,
            formats: ['bluray'],
            copy: { acquiredOn: '2021-02-03', condition: 'Near Mint (NM or M-)' },
          },
          { line: 3, title: 'Seven Samurai', director: 'Akira Kurosawa', formats: ['laserdisc'], copy: {} },
        ],
      },
      {
        name: 'Music',
        meaning: 'owned',
        rows: [
          { line: 4, title: 'A record', director: 'Someone', unusable: 'it is no film on a disc', copy: {} },
        ],
      },
    ],
  })
})
