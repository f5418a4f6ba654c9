import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, signIn, signUp } from '../../support/people/account-client.ts'
import { visitor } from '../../support/people/people.ts'
import { createSampleTables, type SampleSite } from '../../support/sample-tables.ts'
import { startServerOn } from '../../support/site/server.ts'
import { startTcpProxy } from '../../support/site/tcp-proxy.ts'
import { ENGINES, newTestDatabase, withoutPooler } from '../../support/site/test-database.ts'
import { TRANSLATED_MESSAGE, translateErrors } from '../../support/translate-errors.ts'

const undo: (() => unknown)[] = []
afterAll(async () => {
  for (const step of undo.toReversed()) await step()
})

describe.runIf(ENGINES.includes('postgres'))('a database with translated error messages', () => {
  let site: SampleSite
  beforeAll(async () => {
    const database = withoutPooler(await newTestDatabase('postgres'))
    undo.push(() => database.remove())
    const wire = await startTcpProxy(database.env.DATABASE_URL ?? '', translateErrors)
    undo.push(() => wire.close())
    const server = await startServerOn({
      ...database,
      env: { ...database.env, DATABASE_URL: wire.addressOf(database.env.DATABASE_URL ?? '') },
    })
    undo.push(() => server.close())
    site = await createSampleTables(server)
    await site.anna.from('shelves').insert([{ label: 'one' }, { label: 'two' }])
  })

  test('PostgreSQL’s own error messages are translated', async () => {
    const { error } = await site.anna.from('shelves').insert({ id: 1 })
    expect([error?.code, error?.message]).toEqual(['23505', TRANSLATED_MESSAGE])
  })

  test.each([0, 2])('a write of %i rows is refused when the request asks for one', async (rows) => {
    const written = site.anna.from('shelves').update({ label: 'x' }).lte('id', rows).select().single()
    const { status, error } = await written
    expect([status, error?.code, error?.details]).toEqual([
      406,
      'PGRST116',
      `The result contains ${rows} rows`,
    ])
    expect(await site.labels()).toEqual(['one', 'two'])
  })

  test('a write of more rows than max-affected is refused', async () => {
    const prefer = 'handling=strict, max-affected=1'
    const response = await site.send('DELETE', 'shelves?id=gt.0', undefined, { prefer })
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'PGRST124', details: 'The query affects 2 rows' }),
    ])
    expect(await site.labels()).toEqual(['one', 'two'])
  })

  test('a full scan of people’s rows is refused once there are many', async () => {
    await site.server.db.query(
      `update pg_catalog.pg_class set reltuples = 30000 where oid = 'public.user_watched'::regclass`,
    )
    const { status, error } = await visitor(site.server).client.from('user_watched').select('film_id')
    expect([status, error?.code, error?.hint]).toEqual([
      400,
      '54000',
      'Add a filter such as user_id=eq.<value>.',
    ])
  })

  test('the account API works and returns its own error messages', async () => {
    const anna = await signUp(site.server, 'anna')
    await expect(signUp(site.server, 'anna')).rejects.toMatchObject({ name: 'AuthApiError' })
    await anna.auth.signOut()
    const again = await signIn(site.server, 'anna', PASSWORD)
    expect((await again.auth.getUser()).data.user?.email).toBe('anna@example.org')
  })
})
