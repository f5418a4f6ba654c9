import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { openSite } from '../../server/site.ts'
import { emailOf, type Reachable, sessionOf, signIn, signUp } from '../support/people/account-client.ts'
import { runProgram } from '../support/site/programs.ts'
import { contentOf } from '../support/site/site-content.ts'
import { startSiteWithKey } from '../support/site/started-site.ts'
import {
  type Engine,
  newEmptyTestDatabase,
  newTestDatabase,
  type TestDatabase,
} from '../support/site/test-database.ts'

let folder: string
const databases: TestDatabase[] = []

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'criterion-backup-moves-'))
})

afterAll(async () => {
  for (const database of databases) await database.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function opened(making: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await making
  databases.push(database)
  return { ...database, env: { ...database.env, BACKUP_DIR: path.join(folder, 'automatic') } }
}

const admin = (database: TestDatabase, ...words: string[]) =>
  runProgram(['scripts/admin.ts', ...words], { ...database.env, INIT_CWD: folder })

/** The tables in which people keep what they own, have watched and wish for in detail. */
const DETAILS = ['user_copies', 'user_viewings', 'user_sets', 'user_wishlist', 'user_wish_details']

/** Returns the rows that a person has in these tables, as their own client reads them. */
async function readDetails(client: SupabaseClient): Promise<Record<string, { id?: string }[]>> {
  const { user } = await sessionOf(client)
  const tables = DETAILS.map(async (table) => {
    const key = table === 'user_sets' ? 'set_id' : 'film_id'
    const { data } = await client.from(table).select('*').eq('user_id', user.id).order(key).throwOnError()
    return [table, data.toSorted((one, other) => ((one.id ?? '') < (other.id ?? '') ? -1 : 1))] as const
  })
  return Object.fromEntries(await Promise.all(tables))
}

/** Creates people, their marks, an import and a catalogue with a history; returns one person's session, the import and the details. */
async function addActivity(database: TestDatabase, site: Reachable) {
  const [olga, ada] = [await signUp(site, 'olga'), await signUp(site, 'ada')]
  expect((await admin(database, 'grant', 'ada')).output).toContain('ada is an admin now')
  const { user, access_token, refresh_token } = await sessionOf(olga)
  const { data: films } = await olga.from('films').select('id').order('spine').limit(4)
  const [first, second, third, fourth] = films?.map(({ id }) => id as number) ?? []
  const import_id = crypto.randomUUID()
  const mine = (film_id: number | undefined) => ({ user_id: user.id, film_id })
  const { data: set } = await olga.from('sets').select('id').is('film_id', null).order('id').limit(1).single()
  const copies: object[] = [
    {
      ...mine(first),
      format: 'dvd',
      acquired_on: '1999-04-03',
      price: 27.5,
      currency: 'EUR',
      place: 'Study, 5',
    },
    {
      ...mine(first),
      format: 'dvd',
      acquired_on: '1999-04',
      lent_to: 'Tomasz',
      lent_on: '2026-11',
      note: 'a\n"b" \\n',
    },
    {
      ...mine(first),
      format: 'laserdisc',
      acquired_on: '1999',
      price: 0,
      condition: 'worn',
      slipcover: false,
    },
    { ...mine(third), format: 'dvd', store: 'A shop', slipcover: true },
    { user_id: user.id, set_id: set?.id, format: 'bluray', lent_to: 'Ōzu', lent_on: '2026-11-23' },
  ]
  const viewings: object[] = [
    { watched_on: '2007-02-28', rating: 9, note: 'With Papa.' },
    { watched_on: '2007-02', rating: 1 },
    { watched_on: '2007' },
    { rating: 10 },
  ].map((viewing) => ({ ...mine(first), ...viewing }))
  const done = [
    olga.from('user_ownership').insert([first, third].map((film) => ({ ...mine(film), owns_dvd: true }))),
    olga.from('user_wishlist').insert(mine(second)),
    olga.from('user_watched').insert([mine(first), mine(third)]),
    ...copies.map((copy) => olga.from('user_copies').insert(copy)),
    ...viewings.map((viewing) => olga.from('user_viewings').insert(viewing)),
    olga.from('user_wishlist').insert({ ...mine(fourth), wants_bluray_4k: true, priority: 1 }),
    olga
      .from('user_wish_details')
      .insert({ ...mine(fourth), note: 'In a sale.', price: 34.95, currency: 'USD' }),
    olga.from('profiles').update({ username: 'olga_k' }).eq('id', user.id),
    olga.rpc('commit_import', {
      import_id,
      name: 'films.csv',
      films: [{ film_id: second, marks: ['dvd', 'watched'] }],
    }),
    ada
      .from('films')
      .insert({ spine: 7000, title: `O'Hara\\n "x", {y} \\ Ōzu 👩‍🚀 ابن`, director: '[null]' }),
    ada.from('films').update({ title: 'Changed' }).eq('id', second),
    ada.from('films').delete().eq('id', third),
  ]
  // In sequence: the marks of the third film must exist before the film is deleted.
  for (const change of done) expect((await change).error).toBeNull()
  const details = await readDetails(olga)
  const counts = Object.entries(details).map(([table, rows]) => [table, rows.length])
  // Without the copy of the deleted film.
  expect(Object.fromEntries(counts)).toEqual({
    user_copies: 4,
    user_viewings: 4,
    user_sets: 1,
    user_wishlist: 2,
    user_wish_details: 1,
  })
  return { session: { access_token, refresh_token }, import_id, details }
}

/** Moves from one engine to the other and back. */
const MOVES: [Engine, Engine][] = [
  ['pglite', 'postgres'],
  ['postgres', 'pglite'],
]

test(`a backup restores the whole site: ${MOVES.flat().join(' → ')}`, async () => {
  let database = await opened(newTestDatabase('pglite'))
  let site = await startSiteWithKey(database.env)
  const { session, import_id, details } = await addActivity(database, site)
  for (const [, to] of MOVES) {
    const made = await admin(database, 'backup', 'site.gz')
    expect([made.code, made.errors]).toEqual([0, ''])
    expect(made.output).toMatch(/^Backed up 1,299 films, 2 accounts, .*rows in all; reading took/)
    expect(statSync(path.join(folder, 'site.gz')).mode & 0o777).toBe(0o600)
    await site.stop()
    const before = await contentOf(database)

    database = await opened(newEmptyTestDatabase(to))
    const restored = await admin(database, 'restore', 'site.gz')
    expect([restored.code, restored.errors]).toEqual([0, ''])
    expect(restored.output).toMatch(/^Restored the backup of \d{4}-.* UTC: 1,299 films, 2 accounts/)
    expect(await contentOf(database)).toEqual(before)

    // Sessions and writes continue after the move.
    site = await startSiteWithKey(database.env)
    const olga = createClient(site.url, site.key, {
      auth: { persistSession: false, autoRefreshToken: false },
    })
    expect((await olga.auth.setSession(session)).error).toBeNull()
    const { data } = await olga.auth.getUser()
    expect(data.user?.email).toBe(emailOf('olga'))
    const refreshed = await olga.auth.refreshSession()
    expect(refreshed.error).toBeNull()
    Object.assign(session, refreshed.data.session)
    expect(await readDetails(olga)).toEqual(details)
    // The marks of an import come along, so it can be taken back.
    const undone = await olga.rpc('undo_import', { import_id })
    expect(undone.data).toMatchObject({ formats: 1, watched: 1, removed: 2 })
    const ada = await signIn(site, 'ada')
    const added = { spine: 7001, title: 'After the move', director: to }
    expect((await ada.from('films').insert(added)).error).toBeNull()
    expect((await ada.from('films').delete().eq('spine', 7001)).error).toBeNull()
  }
  await site.stop()
}, 300_000)

test('a site is restored from a backup after its damaged data folder was moved away', async () => {
  const site = await opened(newTestDatabase('pglite'))
  expect((await admin(site, 'backup', 'whole.gz')).errors).toBe('')
  rmSync(path.join(site.env.DATA_DIR, 'postgres'), { recursive: true })
  expect((await admin(site, 'restore', 'whole.gz')).errors).toBe('')
  const db = await openSite(readConfig(site.env))
  expect(await db.query('select count(*)::int as films from films')).toEqual([{ films: 1299 }])
  await db.close()
})
