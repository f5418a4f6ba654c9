import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '../../../domain/database.types.ts'
import { accountId, PERSON } from '../growth/sample-data.ts'
import { call, type DearRequest, type Role } from './request.ts'

type Routine = keyof Database['public']['Functions']

const MEMBER = accountId(PERSON)
const OTHER = accountId(PERSON - 1)
const films = (ids: number[], count: number) => ids.slice(0, count)

/** A call of each function with plain arguments that let it do its work. @param ids of the films. */
function plainCalls(
  ids: number[],
): Record<Routine, { as: Role; args: object | ((round: number) => object) }> {
  const marksOf = (count: number, round: number) =>
    films(ids, count).map((film_id) => ({
      mark: 'watched',
      film_id,
      on: round % 2 === 0,
      made_at: Date.now(),
    }))
  return {
    apply_marks: {
      as: 'member',
      args: (round) => ({ of_user: MEMBER, marks: marksOf(50, round), sent_at: Date.now() }),
    },
    change_film_formats: {
      as: 'admin',
      args: (round) => ({
        update_id: randomUUID(),
        update_name: 'formats.csv',
        changes: films(ids, 50).map((id) => ({ id, after: { dvd: round % 2 === 0 } })),
      }),
    },
    commit_import: {
      as: 'member',
      args: () => ({
        import_id: randomUUID(),
        name: 'films.csv',
        films: films(ids, 100).map((film_id) => ({ film_id, marks: ['dvd', 'watched'] })),
      }),
    },
    compared_film_counts: { as: 'visitor', args: { of_user: MEMBER, with_user: OTHER } },
    compared_films: { as: 'visitor', args: { of_user: MEMBER, with_user: OTHER } },
    compared_profiles: { as: 'visitor', args: { of_username: 'person-7', with_username: 'person-6' } },
    count_film_trackers: { as: 'admin', args: { film_id: ids[0] } },
    count_format_owners: {
      as: 'admin',
      args: { changes: films(ids, 50).map((id) => ({ id, after: { dvd: false } })) },
    },
    count_removed_copies: { as: 'member', args: { of_films: ids, of_format: 'dvd' } },
    // A wrong name, so that the account stays.
    delete_account: { as: 'member', args: { username: 'person-0' } },
    film_counts: { as: 'visitor', args: { filters: {} } },
    gift_wishlist: { as: 'visitor', args: { token: createHash('md5').update('gift 12').digest('hex') } },
    make_gift_link: { as: 'member', args: {} },
    mark_news_seen: { as: 'member', args: { up_to: 1_000_000_000 } },
    own_details: { as: 'member', args: { of_film: ids[0] } },
    own_news: { as: 'member', args: {} },
    own_tracking: { as: 'member', args: {} },
    own_wishes: { as: 'member', args: {} },
    profile_counts: { as: 'visitor', args: { of_username: 'person-7' } },
    profile_film_counts: { as: 'visitor', args: { of_user: MEMBER } },
    profile_films: { as: 'visitor', args: { of_user: MEMBER } },
    profile_films_in_sets: { as: 'visitor', args: { of_user: MEMBER } },
    profile_progress: { as: 'visitor', args: { of_username: 'person-7' } },
    profile_viewings: { as: 'visitor', args: { of_user: MEMBER } },
    ranked_films: { as: 'visitor', args: { phrase: 'night of the' } },
    restore_film: { as: 'admin', args: { film_id: 100000001 } },
    restore_set: { as: 'admin', args: { set_id: 100000001 } },
    revert_film_change: { as: 'admin', args: { change_id: 1 } },
    revert_film_update: { as: 'admin', args: () => ({ update_id: randomUUID(), as_update: randomUUID() }) },
    set_members: { as: 'visitor', args: { of_set: 1 } },
    undo_import: { as: 'member', args: () => ({ import_id: randomUUID() }) },
    username_state: { as: 'member', args: { username: 'former-10' } },
  }
}

export function functionCalls(ids: number[]): DearRequest[] {
  return Object.entries(plainCalls(ids)).map(([routine, { as, args }]) => call(as, routine, routine, args))
}
