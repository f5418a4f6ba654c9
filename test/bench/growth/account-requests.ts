import { createHash, randomUUID } from 'node:crypto'
import { hashOf } from '../../../server/auth/sessions/opaque-token.ts'
import { prune } from '../../../server/auth/users/pruning.ts'
import type { GrowthRequest } from './request.ts'
import { PASSWORD } from './sample-data.ts'
import type { Site } from './site.ts'

const ONE = { onConflict: 'user_id,film_id' }

/** The row of a person and a film that other requests do not change. */
const rowOf = ({ personId, middle }: Site) => ({ user_id: personId, film_id: middle.title.id })

async function post({ url, key }: Site, path: string, body: object, token = key): Promise<Response> {
  const response = await fetch(`${url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status >= 500) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

/** Requests for a person's marks and account. */
export const accountRequests: GrowthRequest[] = [
  {
    name: 'what a person owns, for the ticks',
    send: ({ person, personId }) =>
      person
        .from('user_ownership')
        .select('film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k')
        .eq('user_id', personId)
        .gt('film_id', 0)
        .order('film_id')
        .limit(1000)
        .throwOnError(),
  },
  ...(['user_wishlist', 'user_watched'] as const).flatMap((list): GrowthRequest[] => [
    {
      name: `${list} of a person, for the marks`,
      send: ({ person, personId }) =>
        person
          .from(list)
          .select('film_id')
          .eq('user_id', personId)
          .gt('film_id', 0)
          .order('film_id')
          .limit(1000)
          .throwOnError(),
    },
    {
      name: `a film put on ${list}`,
      send: (site) =>
        site.person
          .from(list)
          .upsert(rowOf(site), { ...ONE, ignoreDuplicates: true })
          .throwOnError(),
    },
    {
      name: `a film taken off ${list}`,
      send: (site) => site.person.from(list).delete().match(rowOf(site)).throwOnError(),
    },
  ]),
  {
    name: 'a tick',
    send: (site, round) =>
      site.person
        .from('user_ownership')
        .upsert({ ...rowOf(site), owns_dvd: round % 2 === 0 }, ONE)
        .throwOnError(),
  },
  ...(['user_copies', 'user_viewings', 'user_wish_details'] as const).map(
    (table): GrowthRequest => ({
      name: `${table} of a person`,
      send: ({ person, personId }) =>
        person.from(table).select('*').eq('user_id', personId).order('film_id').limit(1000).throwOnError(),
    }),
  ),
  {
    name: 'the sets of a person',
    send: ({ person, personId }) =>
      person.from('user_sets').select('*').eq('user_id', personId).order('set_id').limit(1000).throwOnError(),
  },
  {
    name: 'the viewings that others see',
    send: ({ visitor, personId }) =>
      visitor
        .rpc('profile_viewings', { of_user: personId }, { get: true })
        .order('watched_on', { ascending: false })
        .limit(1000)
        .throwOnError(),
  },
  {
    name: 'the films that a person owns through sets',
    send: ({ visitor, personId }) =>
      visitor.rpc('profile_films_in_sets', { of_user: personId }, { get: true }).limit(1000).throwOnError(),
  },
  {
    name: 'the copies of a set',
    send: ({ person }) => person.rpc('own_details', { of_set: 1 }).throwOnError(),
  },
  {
    name: 'what a person has noted of a film',
    send: ({ person, middle }) => person.rpc('own_details', { of_film: middle.title.id }).throwOnError(),
  },
  {
    name: 'the wishes of a person, with prices',
    send: ({ person }) => person.rpc('own_wishes').throwOnError(),
  },
  {
    name: 'everything that a person tracks',
    send: ({ person }) => person.rpc('own_tracking').throwOnError(),
  },
  {
    name: 'the gift link of a person',
    send: ({ person, personId }) =>
      person.from('gift_links').select('token').eq('user_id', personId).maybeSingle().throwOnError(),
  },
  {
    name: 'a gift link made',
    send: ({ person }) => person.rpc('make_gift_link').throwOnError(),
  },
  {
    name: 'the wishlist behind a gift link',
    send: async ({ person }) => {
      const token = createHash('md5').update('gift 12').digest('hex')
      const { data } = await person.rpc('gift_wishlist', { token }).throwOnError()
      if (data === null) throw new Error('The gift link shows nothing.')
    },
  },
  {
    name: 'the news for a person',
    send: ({ person }) => person.rpc('own_news').throwOnError(),
  },
  {
    name: 'that a person was told the news',
    send: ({ person }) => person.rpc('mark_news_seen', { up_to: 1_000_000_000 }).throwOnError(),
  },
  {
    name: 'the feed, after a change',
    send: async ({ db, url }) => {
      await db.query(`select pg_notify('changed_tables', 'news')`)
      return fetch(`${url}/feed.xml`)
    },
  },
  {
    name: 'a copy added and removed',
    send: async ({ person, personId, middle }) => {
      const id = randomUUID()
      await person
        .from('user_copies')
        .insert({ id, film_id: middle.title.id, format: 'dvd', acquired_on: '2026-11' })
        .throwOnError()
      return person.from('user_copies').delete().match({ user_id: personId, id }).throwOnError()
    },
  },
  {
    name: 'a viewing added, and removed with its mark',
    send: async (site) => {
      await site.person.from('user_viewings').insert({ film_id: site.middle.title.id }).throwOnError()
      return site.person.from('user_watched').delete().match(rowOf(site)).throwOnError()
    },
  },
  {
    name: 'ten queued marks',
    send: ({ person, personId, middle }, round) => {
      const made_at = Date.now()
      const marks = Array.from({ length: 10 }, (_, index) => ({
        mark: index % 2 ? 'watched' : 'dvd',
        film_id: middle.spine.id + index,
        on: round % 2 === 0,
        made_at,
      }))
      return person.rpc('apply_marks', { of_user: personId, marks, sent_at: made_at }).throwOnError()
    },
  },
  {
    name: 'an import of ten films',
    send: ({ person, middle }) => {
      const films = Array.from({ length: 10 }, (_, index) => ({
        film_id: middle.spine.id + index,
        marks: ['bluray', 'watched'],
      }))
      return person.rpc('commit_import', { import_id: randomUUID(), name: 'films.csv', films }).throwOnError()
    },
  },
  {
    name: 'an import taken back',
    send: async ({ person, middle }) => {
      const import_id = randomUUID()
      const films = [{ film_id: middle.spine.id + 20, marks: ['dvd'] }]
      await person.rpc('commit_import', { import_id, name: 'films.csv', films }).throwOnError()
      return person.rpc('undo_import', { import_id }).throwOnError()
    },
  },
  {
    name: 'the imports of a person',
    send: ({ person, personId }) =>
      person
        .from('imports')
        .select('*')
        .eq('user_id', personId)
        .order('made_at', { ascending: false })
        .limit(20)
        .throwOnError(),
  },
  {
    name: 'the name of the signed-in person',
    send: ({ person, personId }) =>
      person.from('profiles').select('username, visibility').eq('id', personId).single().throwOnError(),
  },
  {
    name: 'whether a person is an admin',
    send: ({ person, personId }) =>
      person.from('user_roles').select('role').eq('user_id', personId).eq('role', 'admin').throwOnError(),
  },
  {
    name: 'whether a username is available',
    send: ({ person }) =>
      person.rpc('username_state', { username: 'former-10' }, { get: true }).throwOnError(),
  },
  {
    name: 'a person’s visibility changed',
    send: ({ person, personId }) =>
      person
        .from('profiles')
        .update({ visibility: 'public', watched_visibility: null })
        .eq('id', personId)
        .select('visibility, collection_visibility, watched_visibility, wishlist_visibility')
        .single()
        .throwOnError(),
  },
  {
    name: 'all marks of a person, for the export',
    send: ({ person, personId }) =>
      person
        .rpc('profile_films', { of_user: personId }, { get: true })
        .select('spine, title, owned, watched, wishlisted')
        .or('owned.is.true,watched.is.true,wishlisted.is.true')
        .order('spine')
        .limit(1000)
        .throwOnError(),
    growsWith: 'films: every film is looked at',
  },
  {
    name: 'a sign-in',
    send: (site) =>
      post(site, 'token?grant_type=password', { email: 'person-11@example.org', password: PASSWORD }),
  },
  {
    name: 'a sign-in that fails',
    send: (site, round) =>
      post(site, 'token?grant_type=password', {
        email: `person-${20 + round}@example.org`,
        password: 'wrong',
      }),
  },
  {
    name: 'a session renewed',
    send: async ({ person }) => {
      const { error } = await person.auth.refreshSession()
      if (error) throw error
    },
  },
  ...['recover', 'resend'].map((path) => ({
    name: `a mail requested: ${path}`,
    send: (site: Site, round: number) =>
      post(site, path, { type: 'signup', email: `person-${40 + round}@example.org` }),
  })),
  {
    name: 'a mailed link opened',
    send: async (site, round) => {
      const token_hash = `token-${round}`
      await site.db.query(
        `insert into auth.one_time_tokens (user_id, purpose, token_hash, email, expires_at)
         select id, 'recovery', $2, email, now() + interval '1 hour' from auth.users where email = $1
         on conflict (user_id, purpose) do update set token_hash = excluded.token_hash`,
        [`person-${60 + round}@example.org`, hashOf(token_hash)],
      )
      const response = await post(site, 'verify', { type: 'recovery', token_hash })
      if (!response.ok) throw new Error(await response.text())
    },
  },
  {
    name: 'a username changed',
    // A person may change it at most five times.
    send: ({ admin, adminId, person, personId }, round) =>
      (round % 2 ? admin : person)
        .from('profiles')
        .update({ username: `other-${Date.now().toString(36)}-${round}` })
        .eq('id', round % 2 ? adminId : personId)
        .select('username')
        .single()
        .throwOnError(),
  },
  {
    name: 'the account of the signed-in person',
    send: async ({ person }) => {
      const { error } = await person.auth.getUser()
      if (error) throw error
    },
  },
  {
    name: 'a sign-up',
    send: (site, round) => {
      const username = `new-${Date.now().toString(36)}-${round}`
      return post(site, 'signup', {
        email: `${username}@example.org`,
        password: PASSWORD,
        data: { username },
      })
    },
  },
  {
    name: 'a sign-in and a sign-out',
    send: async (site) => {
      const signedIn = await post(site, 'token?grant_type=password', {
        email: 'person-12@example.org',
        password: PASSWORD,
      })
      const { access_token } = (await signedIn.json()) as { access_token: string }
      await post(site, 'logout?scope=local', {}, access_token)
    },
  },
  {
    name: 'an account deleted',
    send: async (site, round) => {
      const number = 30 + round
      const signedIn = await post(site, 'token?grant_type=password', {
        email: `person-${number}@example.org`,
        password: PASSWORD,
      })
      const { access_token } = (await signedIn.json()) as { access_token: string }
      const response = await fetch(`${site.url}/rest/v1/rpc/delete_account`, {
        method: 'POST',
        headers: {
          apikey: site.key,
          authorization: `Bearer ${access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ username: `person-${number}` }),
      })
      if (!response.ok) throw new Error(await response.text())
    },
  },
  { name: 'the deletion of expired rows', send: ({ db }) => prune(db) },
]
