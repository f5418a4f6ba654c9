import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchFromBackend } from '../../../web/data/fetch-from-backend.ts'
import { emailOf, PASSWORD } from '../../support/people/account-client.ts'
import { newPerson, type Person } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('the responses that the pages accept as the backend’s, on %s', (engine) => {
  let server: TestServer
  let admin: Person
  let ada: SupabaseClient
  let account: SupabaseClient
  let films: number[]

  beforeAll(async () => {
    server = await startServer(engine)
    admin = await newPerson(server, 'ada', 'admin')
    const global = { fetch: fetchFromBackend }
    ada = createClient(server.url, server.key, { accessToken: async () => admin.token, global })
    account = createClient(server.url, server.key, { auth: { persistSession: false }, global })
    const { data } = await ada.from('films').select('id').order('id').limit(3).throwOnError()
    films = data.map(({ id }) => id)
  })
  afterAll(() => server?.close())

  test('reads, counts and pages', async () => {
    expect((await ada.from('films').select('id').limit(2)).data).toHaveLength(2)
    expect((await ada.from('films').select('id').eq('id', films[0])).error).toBeNull()
    expect((await ada.from('films').select('id').eq('id', -1)).data).toEqual([])
    expect((await ada.from('films').select('id').eq('id', films[0]).single()).data).toEqual({ id: films[0] })
    const counted = await ada.from('films').select('*', { count: 'exact', head: true })
    expect([counted.error, counted.count]).toEqual([null, 1299])
    expect((await ada.from('films').select('id', { count: 'exact' }).range(0, 1)).status).toBe(206)
    expect((await ada.from('nothing').select()).error?.code).toBe('PGRST205')
  })

  test('every kind of write', async () => {
    const user_id = admin.id
    const [film_id] = films
    const upsert = { onConflict: 'user_id,film_id' }
    const writes = [
      ada.from('user_ownership').upsert({ user_id, film_id, owns_dvd: true }, upsert),
      ada.from('user_ownership').upsert({ user_id, film_id, owns_dvd: false }, upsert),
      ada.from('user_watched').upsert({ user_id, film_id }, { ...upsert, ignoreDuplicates: true }),
      ada.from('user_watched').upsert({ user_id, film_id }, { ...upsert, ignoreDuplicates: true }),
      ada.from('user_watched').delete().eq('user_id', user_id).eq('film_id', film_id),
      ada.from('user_watched').delete().eq('user_id', user_id).eq('film_id', film_id),
      ada.from('profiles').update({ visibility: 'private' }).eq('id', user_id),
      ada.from('films').update({ year: 1950 }).eq('id', film_id).select('year').single(),
      ada.from('films').update({ year: 1951 }).eq('id', -1).select('year'),
      ada.rpc('make_gift_link'),
      ada.from('gift_links').delete().eq('user_id', user_id),
      ada.rpc('apply_marks', {
        of_user: user_id,
        marks: [{ mark: 'watched', film_id, on: true, made_at: Date.now() }],
        sent_at: Date.now(),
      }),
    ]
    for (const write of writes) expect(await write).toMatchObject({ error: null })
  })

  test('a function that returns nothing', async () => {
    await ada.from('films').delete().eq('id', films[1]).throwOnError()
    expect(await ada.rpc('restore_film', { film_id: films[1] })).toMatchObject({ status: 204, error: null })
  })

  test('every request about an account', async () => {
    const email = emailOf('bela')
    const options = { data: { username: 'bela' } }
    expect((await account.auth.signUp({ email, password: PASSWORD, options })).error).toBeNull()
    expect((await account.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    expect((await account.auth.getUser()).error).toBeNull()
    expect((await account.auth.refreshSession()).error).toBeNull()
    expect((await account.auth.updateUser({ data: { username: 'bela2' } })).error).toBeNull()
    expect((await account.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await account.auth.signInWithPassword({ email, password: 'wrong one' })).error?.code).toBe(
      'invalid_credentials',
    )
    const settings = await fetchFromBackend(`${server.url}/auth/v1/settings`, {
      headers: { apikey: server.key },
    })
    expect(settings.status).toBe(200)
    expect((await account.rpc('delete_account', { username: 'bela' })).error).toBeNull()
  })
})
