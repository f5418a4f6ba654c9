import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { newPerson } from '../support/people/people.ts'
import type { TestServer } from '../support/site/server.ts'

/** Data that an attacker may neither read nor change. */
export interface Canaries {
  /** A person whose address and name an attack may use. */
  victim: { id: string; username: string; email: string }
  /** The id of a film, which only admins can change. */
  film: number
  /** Texts that occur only in rows that no attacker may read. */
  secrets: readonly string[]
  /** @throws AssertionError if data differs that attackers may not change. */
  expectUntouched(): Promise<void>
}

/** Tables in which attackers own rows and may insert more. */
const SHARED = new Set([
  'public.profiles',
  'public.user_ownership',
  'public.user_wishlist',
  'public.user_watched',
  'public.user_sets',
  'public.user_copies',
  'public.user_viewings',
  'public.user_wish_details',
  'public.gift_links',
  'private.removed_details',
  'auth.users',
  'auth.sessions',
  'auth.refresh_tokens',
  'auth.one_time_tokens',
  'auth.known_networks',
  'private.given_up_usernames',
  'private.mark_changes',
])

/** Contains counters of all attempts, which attacks change. */
const COUNTERS = 'auth.rate_limits'

/** Inserts secrets of other people into every table. */
export async function plantCanaries(server: TestServer): Promise<Canaries> {
  const { db } = server
  const secret = (what: string) => `canary-${what}-${randomUUID()}`
  const secrets = {
    metadata: secret('metadata'),
    password: secret('password'),
    token: secret('token'),
    link: secret('link'),
    update: secret('update'),
    deleted: secret('deleted'),
    store: secret('store'),
    lent: secret('lent'),
    viewing: secret('viewing'),
    wish: secret('wish'),
    removed: secret('removed'),
    gift: randomUUID().replaceAll('-', ''),
    givenUp: `canary-${randomUUID().slice(0, 8)}`,
  }
  const admin = await newPerson(server, 'canary-admin', 'admin')
  const victim = await newPerson(server, 'canary-victim')
  await db.query(
    `update auth.users set encrypted_password = $2, email_confirmed_at = now(),
       raw_user_meta_data = jsonb_build_object('note', $3::text)
     where id = $1`,
    [victim.id, secrets.password, secrets.metadata],
  )
  const [session] = await db.query<{ id: string }>(
    `insert into auth.sessions (user_id, method) values ($1, 'password') returning id::text`,
    [victim.id],
  )
  await db.query('insert into auth.refresh_tokens (token_hash, session_id) values ($1, $2)', [
    secrets.token,
    session?.id ?? '',
  ])
  await db.query(
    `insert into auth.one_time_tokens (user_id, purpose, token_hash, email, expires_at)
     select id, 'signup', $2, email, now() + interval '1 day' from auth.users where id = $1`,
    [victim.id, secrets.link],
  )
  await db.query('insert into private.given_up_usernames (username) values ($1)', [secrets.givenUp])

  // A set keeps the titles of its films for all to read, also of deleted ones.
  const films = await db.query<{ id: number }>(
    `select id from public.films
     where not exists (select from public.set_films member where member.film_id = films.id)
     order by spine limit 4`,
  )
  const [film = 0, gone = 0, ...tracked] = films.map(({ id }) => id)
  for (const film_id of [film, gone, ...tracked]) {
    for (const list of ['user_ownership', 'user_wishlist', 'user_watched'] as const) {
      await victim.client.from(list).insert({ user_id: victim.id, film_id }).throwOnError()
    }
  }
  const own = { user_id: victim.id, film_id: film }
  await victim.client
    .from('user_copies')
    .insert([
      { ...own, format: 'dvd', store: secrets.store, lent_to: secrets.lent },
      { ...own, film_id: gone, format: 'dvd', note: secrets.removed },
    ])
    .throwOnError()
  await victim.client
    .from('user_viewings')
    .insert({ ...own, note: secrets.viewing })
    .throwOnError()
  await victim.client
    .from('user_wish_details')
    .insert({ ...own, note: secrets.wish })
    .throwOnError()
  await db.query('insert into public.gift_links (user_id, token) values ($1, $2)', [victim.id, secrets.gift])
  await admin.client.from('films').update({ title: secrets.deleted }).eq('id', gone).throwOnError()
  await admin.client.from('films').delete().eq('id', gone).throwOnError()
  await admin.client
    .rpc('change_film_formats', {
      update_id: randomUUID(),
      update_name: secrets.update,
      changes: [{ id: film, after: { laserdisc: true } }],
    })
    .throwOnError()
  const hidden = await newPerson(server, `canary-${randomUUID().slice(0, 8)}`)
  await hidden.client.from('user_wishlist').insert({ user_id: hidden.id, film_id: film }).throwOnError()
  const [{ username: hiddenName = '' } = {}] = await db.query<{ username: string }>(
    `update public.profiles set visibility = 'private' where id = $1 returning username`,
    [hidden.id],
  )
  const keys = await db.query<{ d: string }>(`select private_jwk ->> 'd' as d from auth.signing_keys`)

  const before = await readTables(server)
  return {
    victim: { id: victim.id, username: 'canary-victim', email: 'canary-victim@example.org' },
    film,
    secrets: [
      ...Object.values(secrets),
      session?.id ?? '',
      'canary-victim@example.org',
      'canary-admin@example.org',
      hidden.id,
      hiddenName,
      ...keys.map(({ d }) => d),
    ],
    async expectUntouched() {
      const after = await readTables(server)
      expect([...after.keys()]).toEqual([...before.keys()])
      for (const [table, rows] of before) {
        const now = after.get(table) ?? []
        if (SHARED.has(table))
          expect(
            rows.filter((row) => !now.includes(row)),
            table,
          ).toEqual([])
        else expect(now, table).toEqual(rows)
      }
    },
  }
}

/** Returns every row of every table except the counters, as text. */
async function readTables({ db }: TestServer): Promise<Map<string, string[]>> {
  const tables = await db.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1`,
  )
  const rows = new Map<string, string[]>()
  for (const { name } of tables) {
    if (name === COUNTERS) continue
    const found = await db.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
    rows.set(
      name,
      found.map(({ row }) => row),
    )
  }
  return rows
}
