import { supabase } from '../../data/supabase.ts'

// The most rows in one response.
const BLOCK_SIZE = 1000

const COLUMNS =
  'spine, title, director, year, owned, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k, watched, wishlisted'

export type AccountData = Awaited<ReturnType<typeof fetchAccountData>>
export type AccountFilm = AccountData['films'][number]

/** Reads all data of an account: its profile, its roles and each film with a mark. Rejects if any part fails. */
export async function fetchAccountData(userId: string) {
  const client = await supabase()
  const [account, profile, roles, films] = await Promise.all([
    client.auth.getUser(),
    client.from('profiles').select('id, username, visibility').eq('id', userId).single().throwOnError(),
    client.from('user_roles').select('role').eq('user_id', userId).throwOnError(),
    fetchFilms(userId),
  ])
  if (account.error) throw account.error
  const { email = '', created_at } = account.data.user
  return { ...profile.data, email, created_at, roles: roles.data.map(({ role }) => role), films }
}

async function fetchFilms(userId: string) {
  const client = await supabase()
  const block = async (from: number) => {
    const { data } = await client
      .rpc('profile_films', { of_user: userId }, { get: true })
      .select(COLUMNS)
      .or('owned.is.true,watched.is.true,wishlisted.is.true')
      .order('spine')
      .range(from, from + BLOCK_SIZE - 1)
      .throwOnError()
    return data
  }
  const films = await block(0)
  for (let last = films; last.length === BLOCK_SIZE; ) {
    last = await block(films.length)
    films.push(...last)
  }
  return films
}
