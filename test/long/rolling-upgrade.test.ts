import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Reachable, signIn, signUp } from '../support/people/account-client.ts'
import { checkOut, findPreviousRelease } from '../support/previous-release.ts'
import { runProgram, startSite, stopProcess } from '../support/site/programs.ts'
import { newEmptyTestDatabase, type TestDatabase } from '../support/site/test-database.ts'

const release = findPreviousRelease()
const missing = 'missing' in release && release.missing
if (missing) console.warn(`NOT TESTED: that the previous release works beside this one, since ${missing}.`)

describe.skipIf(missing)('a rolling upgrade from the previous release', () => {
  let folder: string
  let database: TestDatabase
  let older: Awaited<ReturnType<typeof startedAt>>
  let newer: typeof older
  let nextSpine = 7000

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'criterion-previous-'))
    database = await newEmptyTestDatabase('postgres')
    if ('missing' in release) return
    older = await startedAt(checkOut(release.commit, folder))
  })
  afterAll(async () => {
    for (const site of [older, newer]) if (site) await stopProcess(site.child)
    await database?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  async function startedAt(program: string) {
    const site = await startSite(
      { ...database.env, BACKUP_DIR: path.join(folder, 'backups') },
      undefined,
      program,
    )
    const config = (await (await fetch(`${site.url}/config.json`)).json()) as { supabaseKey: string }
    return { ...site, key: config.supabaseKey }
  }

  async function adminAt(site: Reachable, name: string): Promise<SupabaseClient> {
    const browser = await signUp(site, name)
    expect(
      (await runProgram([path.join(folder, 'scripts/admin.ts'), 'grant', name], database.env)).errors,
    ).toBe('')
    return browser
  }

  /** The requests that the pages of either release send for people and admins. */
  async function expectToWork(site: Reachable, browser: SupabaseClient, admin: SupabaseClient, name: string) {
    const { data: account } = await browser.auth.getUser()
    const user_id = account.user?.id ?? ''
    const films = await browser.from('films').select('*', { count: 'exact' }).order('title').limit(50)
    expect([films.error, films.data?.length]).toEqual([null, 50])
    const [film_id] = films.data?.map(({ id }) => id as number) ?? []
    const ticks = { onConflict: 'user_id,film_id' }
    const lists = { ...ticks, ignoreDuplicates: true }
    const done = [
      await browser.from('user_ownership').upsert({ user_id, film_id, owns_dvd: true }, ticks),
      await browser.from('user_ownership').upsert({ user_id, film_id, owns_bluray: true }, ticks),
      await browser.from('user_wishlist').upsert({ user_id, film_id }, lists),
      await browser.from('user_watched').upsert({ user_id, film_id }, lists),
      await browser.from('user_wishlist').delete().eq('user_id', user_id).eq('film_id', film_id),
      await browser.from('profiles').select('id, username').eq('id', user_id).single(),
      await browser.from('user_roles').select('role').eq('user_id', user_id),
      await browser.rpc('username_state', { username: name }, { get: true }),
    ]
    expect(done.map(({ error }) => error)).toEqual(done.map(() => null))
    const owned = browser.rpc('profile_films', { of_user: user_id }, { get: true }).is('owned', true)
    expect((await owned).data).toEqual([
      expect.objectContaining({ id: film_id, owns_dvd: true, watched: true, wishlisted: false }),
    ])
    const counts = await browser.rpc('profile_counts', { of_username: name }).single()
    expect(counts.data).toMatchObject({ owned: 1, watched: 1, wishlist: 0 })

    const added = await admin
      .from('films')
      .insert({ spine: nextSpine++, title: 'Added', director: name })
      .select()
      .single()
    expect(added.error).toBeNull()
    const film = added.data as { id: number; revision: number }
    const edited = await admin
      .from('films')
      .update({ title: 'Edited', dvd: true })
      .eq('id', film.id)
      .eq('revision', film.revision)
      .select()
    expect([edited.error, edited.data?.length]).toEqual([null, 1])
    expect(
      (await admin.from('film_history').select('operation').eq('film_id', film.id).order('at')).data,
    ).toEqual([{ operation: 'added' }, { operation: 'changed' }])
    expect((await admin.from('films').delete().eq('id', film.id)).error).toBeNull()
    expect((await admin.rpc('restore_film', { film_id: film.id })).error).toBeNull()
    expect((await admin.from('films').delete().eq('id', film.id)).error).toBeNull()
    expect(
      (await browser.from('films').update({ title: 'No' }).eq('id', film_id).select()).data ?? [],
    ).toEqual([])
    expect((await signIn(site, name)).auth).toBeDefined()
    expect((await browser.auth.refreshSession()).error).toBeNull()
    expect((await browser.auth.getUser()).error).toBeNull()
  }

  test('the previous release works beside the new one for existing and new people', async () => {
    const [olga, ada] = [await signUp(older, 'olga'), await adminAt(older, 'ada')]
    await expectToWork(older, olga, ada, 'olga')

    newer = await startedAt(path.resolve('server/main.ts'))
    if ('missing' in release) return
    const names = release.newMigrations.map((file) => file.replace('.sql', ''))
    expect(newer.printed.errors).toContain(`before it gets the migrations ${names.join(', ')}.`)

    await expectToWork(older, olga, ada, 'olga')
    await expectToWork(older, await signUp(older, 'paul'), ada, 'paul')
    const adaAtNewer = await signIn(newer, 'ada')
    await expectToWork(newer, await signIn(newer, 'olga'), adaAtNewer, 'olga')
    await expectToWork(newer, await signUp(newer, 'rita'), adaAtNewer, 'rita')
    await expectToWork(older, await signIn(older, 'rita'), ada, 'rita')
  })
})
