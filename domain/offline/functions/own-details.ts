/** What a person has noted: the twins of `own_details` (…_own_details.sql) and `own_wishes` (…_own_wishes.sql). */

import { FLAGS, type Flag } from '../../film/formats.ts'
import type { Arguments } from '../arguments.ts'
import { compareCodePoints } from '../sql/collation.ts'
import { valueSource } from '../sql/select-rows.ts'
import type { CatalogueIndex } from '../tables/catalogue-index.ts'
import type { Source } from '../tables/table.ts'
import type { OfflinePerson } from '../tables/tables.ts'

export const DETAILS_PARAMETERS = ['of_film', 'of_set'] as const

/** The copies and viewings of a film and the wish for it; of a set without a spine only the copies. */
export function ownDetails(given: Arguments, person: OfflinePerson): Source {
  const ofFilm = given.integer('of_film')
  const ofSet = given.integer('of_set')
  const copies = person.user_copies.filter(
    ({ film_id, set_id }) =>
      (film_id !== null && film_id === ofFilm) || (set_id !== null && set_id === ofSet),
  )
  const viewings = person.user_viewings.filter(({ film_id }) => film_id === ofFilm)
  return valueSource({
    copies: latestFirst(copies, ({ acquired_on }) => acquired_on).map(
      ({ film_id: _film, set_id: _set, ...copy }) => copy,
    ),
    viewings: latestFirst(viewings, ({ watched_on }) => watched_on).map(
      ({ film_id: _film, ...viewing }) => viewing,
    ),
    wish: wishFor(ofFilm, person),
  })
}

/** Orders rows by their dates, the last first, those without one at the end, and equal ones by their ids. */
function latestFirst<Row extends { id: string }>(
  rows: readonly Row[],
  dateOf: (row: Row) => string | null,
): Row[] {
  return rows.toSorted(
    (one, other) =>
      // A missing date sorts before every date, and so comes last here.
      compareCodePoints(dateOf(other) ?? '', dateOf(one) ?? '') || compareCodePoints(one.id, other.id),
  )
}

function wishFor(film: number | undefined, { user_wishlist, user_wish_details }: OfflinePerson) {
  const wish = user_wishlist.find(({ film_id }) => film_id === film)
  if (!wish) return null
  const { id: _id, film_id: _film, ...wanted } = wish
  return { ...wanted, ...notedOf(user_wish_details.find(({ film_id }) => film_id === film)) }
}

type WishDetails = OfflinePerson['user_wish_details'][number]

function notedOf(details: WishDetails | undefined): Omit<WishDetails, 'film_id'> {
  return {
    note: details?.note ?? null,
    price: details?.price ?? null,
    currency: details?.currency ?? null,
  }
}

/** The wishes in the order of spines, each with its film and its list prices. */
export function ownWishes(person: OfflinePerson, { pricesOf, filmById }: CatalogueIndex): Source {
  const detailsOf = new Map(person.user_wish_details.map((details) => [details.film_id, details]))
  const wishes = person.user_wishlist.flatMap(({ id: _id, film_id, ...wish }) => {
    const film = filmById.get(film_id)?.film
    if (!film) return []
    const { spine, title, director, year } = film
    const flags = Object.fromEntries(FLAGS.map((flag) => [flag, film[flag]])) as Record<Flag, boolean>
    const prices = pricesOf.get(film_id)
    return {
      ...{ film_id, spine, title, director, year },
      ...flags,
      ...wish,
      ...notedOf(detailsOf.get(film_id)),
      prices: prices
        ? Object.fromEntries(prices.map(({ film_id: _film, format, ...price }) => [format, price]))
        : null,
    }
  })
  return valueSource(wishes.toSorted((one, other) => one.spine - other.spine))
}
