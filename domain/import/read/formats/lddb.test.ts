import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

test('every row is a LaserDisc; the year may follow the title', async () => {
  const text = 'ID\tTitle\r\n10001\tSeven Samurai (1954) [CC1262L]\r\n10002\tBlade Runner\r\n'
  expect(await listsFrom('wishlist.tsv', text)).toEqual({
    format: 'lddb',
    lists: [
      {
        name: 'wishlist.tsv',
        meaning: 'wishlist',
        rows: [
          { line: 2, title: 'Seven Samurai', year: 1954, formats: ['laserdisc'] },
          { line: 3, title: 'Blade Runner', formats: ['laserdisc'] },
        ],
      },
    ],
  })
})
