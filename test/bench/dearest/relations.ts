import type { Database } from '../../../domain/database.types.ts'
import { accountId, PERSON } from '../growth/sample-data.ts'
import { type DearRequest, type Role, read } from './request.ts'

type Public = Database['public']
type Relation = keyof (Public['Tables'] & Public['Views'])

/** Who reads most of each relation, and the filter that a person's own rows need. */
const READERS: Record<Relation, { as: Role; filter?: 'user_id' }> = {
  film_aliases: { as: 'visitor' },
  film_changes: { as: 'admin' },
  film_history: { as: 'admin' },
  film_prices: { as: 'visitor' },
  film_updates: { as: 'admin' },
  films: { as: 'visitor' },
  gift_links: { as: 'member', filter: 'user_id' },
  imports: { as: 'member', filter: 'user_id' },
  news: { as: 'visitor' },
  profiles: { as: 'visitor' },
  set_films: { as: 'visitor' },
  sets: { as: 'visitor' },
  user_copies: { as: 'member', filter: 'user_id' },
  user_ownership: { as: 'member', filter: 'user_id' },
  user_roles: { as: 'member', filter: 'user_id' },
  user_sets: { as: 'member', filter: 'user_id' },
  user_viewings: { as: 'member', filter: 'user_id' },
  user_watched: { as: 'member', filter: 'user_id' },
  user_wish_details: { as: 'member', filter: 'user_id' },
  user_wishlist: { as: 'member', filter: 'user_id' },
}

/** The most rows of each relation, with their count. */
export function relationReads(): DearRequest[] {
  return Object.entries(READERS).map(([relation, { as, filter }]) => ({
    ...read(as, `all of ${relation}`, (round) => {
      const own = filter ? `&${filter}=eq.${accountId(PERSON)}` : ''
      // The limit differs, so that no cache answers.
      return `/rest/v1/${relation}?select=*&limit=${1000 - (round % 900)}${own}`
    }),
    headers: { prefer: 'count=exact' },
  }))
}
