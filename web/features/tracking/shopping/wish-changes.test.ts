import { expect, test } from 'vitest'
import { withWishChanges } from './wish-changes.ts'
import type { ListedWish } from './wishes-query.ts'

const wish = (film_id: number) => ({ film_id, priority: 2, note: 'For Papa' }) as ListedWish

test('a wish that was changed keeps what the change does not name, and one that ended is gone', () => {
  const changes = [
    { mark: 'wishlist' as const, filmId: 1, on: true, row: { priority: 1 } },
    { mark: 'wishlist' as const, filmId: 2, on: false },
    { mark: 'dvd' as const, filmId: 3, on: false },
    { mark: 'wishlist' as const, filmId: 4, on: true },
  ]
  expect(withWishChanges([wish(1), wish(2), wish(3)], changes)).toEqual([
    { ...wish(1), priority: 1 },
    wish(3),
  ])
})
