import { supabase } from '../../data/supabase.ts'

// The most rows in one response.
const BLOCK_SIZE = 1000

const FILM = 'id, spine, title, director, year, watched, wishlisted, imdb_link, letterboxd_link, tmdb_id'
const OWNERSHIP = 'film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k'
const WISH = 'film_id, wants_laserdisc, wants_dvd, wants_bluray, wants_bluray_4k, priority'
const COPY =
  'id, film_id, set_id, format, acquired_on, price, currency, store, condition, slipcover, place, lent_to, lent_on, note'

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
    client.from('profiles').select('id, username, visibility').eq('id', userId).single().throwOnError(),
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
    readAll((from, to) =>
      client
        .rpc('profile_films', { of_user: userId }, { get: true })
        .select(FILM)
        .or('owned.is.true,watched.is.true,wishlisted.is.true')
        .order('spine')
        .range(from, to)
        .throwOnError(),
    ),
    readAll((from, to) =>
      client
        .from('user_ownership')
        .select(OWNERSHIP)
        .eq('user_id', userId)
        .order('film_id')
        .range(from, to)
        .throwOnError(),
    ),
    readAll((from, to) =>
      client
        .from('user_wishlist')
        .select(WISH)
        .eq('user_id', userId)
        .order('film_id')
        .range(from, to)
        .throwOnError(),
    ),
    readAll((from, to) =>
      client
        .from('user_wish_details')
        .select('film_id, note, price, currency')
        .eq('user_id', userId)
        .order('film_id')
        .range(from, to)
        .throwOnError(),
    ),
    readCopies(userId),
    readAll((from, to) =>
      client
        .from('user_viewings')
        .select('id, film_id, watched_on, rating, note')
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
    readAll((from, to) =>
      client
        .from('user_sets')
        .select('set_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k')
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
  return readAll((from, to) =>
    client
      .from('user_copies')
      .select(COPY)
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

async function readAll<Row>(
  block: (from: number, to: number) => PromiseLike<{ data: Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data } = await block(rows.length, rows.length + BLOCK_SIZE - 1)
    rows.push(...data)
    if (data.length < BLOCK_SIZE) return rows
  }
}
