import { createClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('easily guessed passwords on %s', (engine) => {
  const servers: TestServer[] = []

  afterAll(async () => {
    for (const server of servers) await server.close()
  })

  async function signUpAt(siteUrl: string) {
    const server = await startServer(engine, siteUrl ? { SITE_URL: siteUrl } : {})
    servers.push(server)
    const { auth } = createClient(server.url, server.key, { auth: { persistSession: false } })
    const signUp = (password: string, username: string) =>
      auth.signUp({ email: `${username}@example.org`, password, options: { data: { username } } })
    return { auth, signUp }
  }

  test('a public site refuses an easily guessed password at sign-up and at a password change', async () => {
    const { auth, signUp } = await signUpAt('https://films.example.org')
    expect((await signUp('password123', 'olga')).error).toMatchObject({ status: 422, code: 'weak_password' })
    expect((await signUp('olga-tarkovskaya', 'olga-tarkovskaya')).error?.message).toMatch(/your name/)
    expect((await signUp('a mirror in autumn', 'olga')).error).toBe(null)
    const changed = await auth.updateUser({
      password: 'iloveyou',
      current_password: 'a mirror in autumn',
    })
    expect(changed.error).toMatchObject({ status: 422, code: 'weak_password' })
  })

  test('a local site accepts an easily guessed password', async () => {
    const { signUp } = await signUpAt('')
    expect((await signUp('password123', 'olga')).error).toBe(null)
  })
})
