import { readAllByRange } from '../../data/read-all.ts'
import { supabase } from '../../data/supabase.ts'
import { COPY_COLUMNS, OWNED_COLUMNS, VIEWING_COLUMNS, WANTED_COLUMNS } from '../../data/tracking-columns.ts'

const FILM = 'id, spine, title, director, year, watched, wishlisted, imdb_link, letterboxd_link, tmdb_id'
const PROFILE = 'id, username, visibility, collection_visibility, watched_visibility, wishlist_visibility'

const NOTHING_OWNED = { owns_laserdisc: false, owns_dvd: false, owns_bluray: false, owns_bluray_4k: false }

export type AccountData = Awaited<ReturnType<typeof fetchAccountData>>
export type AccountFilm = AccountData['films'][number]

/**
 * Reads all data of an account: its profile, its roles, its imports, each film with a mark, and the box sets without a
 * spine that it owns. What is owned only through a set is left out, because it follows from the set. Rejects if any part
 * fails.
 */
export async function fetchAccountData(userId: string) {
  const client = await supabase()
  const [account, profile, roles, imports, films, sets] = await Promise.all([
    client.auth.getUser(),
    client.from('profiles').select(PROFILE).eq('id', userId).single().throwOnError(),
    client.from('user_roles').select('role').eq('user_id', userId).throwOnError(),
    client
      .from('imports')
      .select('id, name, made_at, formats, wishlisted, watched, copies, viewings, undone_at')
      .eq('user_id', userId)
      .order('made_at')
      .throwOnError(),
    fetchFilms(userId),
    fetchSets(userId),
  ])
  if (account.error) throw account.error
  const { email = '', created_at } = account.data.user
  return {
    ...profile.data,
    email,
    created_at,
    roles: roles.data.map(({ role }) => role),
    imports: imports.data,
    films,
    sets,
  }
}

async function fetchFilms(userId: string) {
  const client = await supabase()
  const [films, ownership, wishes, details, copies, viewings] = await Promise.all([
    readAllByRange((from, to) =>
      client
        .rpc('profile_films', { of_user: userId }, { get: true })
        .select(FILM)
        .or('owned.is.true,watched.is.true,wishlisted.is.true')
        .order('spine')
        .range(from, to)
        .throwOnError(),
    ),
    readAllByRange((from, to) =>
      client
        .from('user_ownership')
        .select(`film_id, ${OWNED_COLUMNS}`)
        .eq('user_id', userId)
        .order('film_id')
        .range(from, to)
        .throwOnError(),
    ),
    readAllByRange((from, to) =>
      client
        .from('user_wishlist')
        .select(`film_id, ${WANTED_COLUMNS}, priority`)
        .eq('user_id', userId)
        .order('film_id')
        .range(from, to)
        .throwOnError(),
    ),
    readAllByRange((from, to) =>
      client
        .from('user_wish_details')
        .select('film_id, note, price, currency')
        .eq('user_id', userId)
        .order('film_id')
        .range(from, to)
        .throwOnError(),
    ),
    readCopies(userId),
    readAllByRange((from, to) =>
      client
        .from('user_viewings')
        .select(VIEWING_COLUMNS)
        .eq('user_id', userId)
        .order('watched_on')
        .order('id')
        .range(from, to)
        .throwOnError(),
    ),
  ])
  const owned = byFilm(ownership)
  const wished = byFilm(wishes)
  const detailed = byFilm(details)
  const copiesOf = Map.groupBy(copies, ({ film_id }) => film_id)
  const viewingsOf = Map.groupBy(viewings, ({ film_id }) => film_id)
  return films
    .map(({ id: filmId, ...film }) => {
      // The generated types of a composite type are nullable; this column always has a value.
      const id = filmId ?? 0
      const { film_id: _own, ...owns } = owned.get(id) ?? { film_id: id, ...NOTHING_OWNED }
      const wish = wished.get(id)
      const detail = detailed.get(id)
      return {
        ...film,
        owned: Object.values(owns).includes(true),
        ...owns,
        wish: wish && {
          wants_laserdisc: wish.wants_laserdisc,
          wants_dvd: wish.wants_dvd,
          wants_bluray: wish.wants_bluray,
          wants_bluray_4k: wish.wants_bluray_4k,
          priority: wish.priority,
          note: detail?.note ?? null,
          price: detail?.price ?? null,
          currency: detail?.currency ?? null,
        },
        copies: (copiesOf.get(id) ?? []).map(({ film_id: _film, set_id: _set, ...copy }) => copy),
        viewings: (viewingsOf.get(id) ?? []).map(({ film_id: _film, ...viewing }) => viewing),
      }
    })
    .filter(({ owned, watched, wishlisted }) => owned || watched || wishlisted)
}

async function fetchSets(userId: string) {
  const client = await supabase()
  const [owned, copies] = await Promise.all([
    readAllByRange((from, to) =>
      client
        .from('user_sets')
        .select(`set_id, ${OWNED_COLUMNS}`)
        .eq('user_id', userId)
        .order('set_id')
        .range(from, to)
        .throwOnError(),
    ),
    readCopies(userId),
  ])
  if (owned.length === 0) return []
  const { data: sets } = await client
    .from('sets')
    .select('id, title, criterion_id')
    .in(
      'id',
      owned.map(({ set_id }) => set_id),
    )
    .throwOnError()
  const copiesOf = Map.groupBy(copies, ({ set_id }) => set_id)
  return owned.flatMap(({ set_id, ...owns }) => {
    const set = sets.find(({ id }) => id === set_id)
    if (!set || !Object.values(owns).includes(true)) return []
    return {
      title: set.title,
      criterion_id: set.criterion_id,
      ...owns,
      copies: (copiesOf.get(set_id) ?? []).map(({ film_id: _film, set_id: _set, ...copy }) => copy),
    }
  })
}

async function readCopies(userId: string) {
  const client = await supabase()
  return readAllByRange((from, to) =>
    client
      .from('user_copies')
      .select(COPY_COLUMNS)
      .eq('user_id', userId)
      .order('acquired_on')
      .order('id')
      .range(from, to)
      .throwOnError(),
  )
}

function byFilm<Row extends { film_id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.film_id, row]))
}
