import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SampleSite, startSampleSite } from '../../support/sample-tables.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('function calls on %s', (engine) => {
  let site: SampleSite
  beforeAll(async () => {
    site = await startSampleSite(engine)
  })
  afterAll(() => site.server.close())
  beforeEach(() => site.clear())

  test('a function receives values of every type', async () => {
    const id = crypto.randomUUID()
    const args = { a: [id], b: { k: [null, '"'] }, c: true, d: '12.50', f: ['x,y', null, '}'] }
    expect((await site.anna.rpc('kinds', args)).data).toEqual({ ...args, d: 12.5, e: 'none' })
    const bare = { a: null, b: [1], c: null, d: 1e3, e: '' }
    expect((await site.anna.rpc('kinds', bare)).data).toEqual({ ...bare, d: 1000, f: null })
  })

  test('a writing function runs once, whatever the request does with its rows', async () => {
    const { data, status } = await site.anna
      .rpc('add_shelf', { label: 'one', tags: ['a'] })
      .select('label,tags')
    expect([status, data]).toEqual([200, { label: 'one', tags: ['a'] }])
    const two = await site.anna.rpc('add_two', {}, { count: 'exact' })
    expect([two.count, two.data]).toEqual([2, [1, 1]])
    expect(await site.labels()).toEqual(['one', 'one', 'two'])
    expect(await site.anna.rpc('clear_shelves')).toMatchObject({ status: 204, data: null, error: null })
    expect(await site.labels()).toEqual([])
  })

  test('a function that returns several rows for a single-object request is rolled back: 406', async () => {
    const { status, error } = await site.anna.rpc('add_two').single()
    expect([status, error?.code]).toEqual([406, 'PGRST116'])
    expect(await site.labels()).toEqual([])
  })

  const atMost = async (rows: number, path: string, body?: string) => {
    const prefer = `handling=strict, max-affected=${rows}`
    const response = await site.send(body === undefined ? 'GET' : 'POST', `rpc/${path}`, body, { prefer })
    const { code, details } = ((await response.json()) ?? {}) as Record<string, unknown>
    return { status: response.status, applied: response.headers.get('preference-applied'), code, details }
  }

  test('a function that returns more rows than max-affected is rolled back: 400 PGRST124', async () => {
    for (const path of ['add_two', 'add_two?limit=1', 'add_two?limit=0']) {
      expect(await atMost(1, path, '{}')).toMatchObject({
        status: 400,
        code: 'PGRST124',
        details: 'The query affects 2 rows',
      })
    }
    expect(await site.labels()).toEqual([])
    expect(await atMost(2, 'add_two', '{}')).toMatchObject({
      status: 200,
      applied: 'handling=strict, max-affected=2',
    })
    expect((await site.send('POST', 'rpc/add_two', '{}', { prefer: 'max-affected=1' })).status).toBe(200)
    expect(await site.labels()).toHaveLength(4)
  })

  test('max-affected also limits the rows of a reading function', async () => {
    expect(await atMost(2, 'three')).toMatchObject({ status: 400, code: 'PGRST124' })
    expect(await atMost(3, 'three')).toMatchObject({ status: 200 })
  })

  test.each([
    ['add_shelf', '{"label": "one"}'],
    ['clear_shelves', '{}'],
  ])(
    'max-affected is refused for %s, which does not return the rows it writes: 400 PGRST128',
    async (name, body) => {
      await site.anna.from('shelves').insert({ label: 'kept' })
      expect(await atMost(5, name, body)).toMatchObject({ status: 400, code: 'PGRST128' })
      expect(await site.labels()).toEqual(['kept'])
    },
  )

  test('a function declared stable cannot write', async () => {
    await site.anna.from('shelves').insert({ label: 'kept' })
    expect((await site.anna.rpc('sly_write')).error?.code).toBe('25006')
    expect(await site.labels()).toEqual(['kept'])
  })

  test('the arguments choose among functions of the same name', async () => {
    expect((await site.anna.rpc('overload', { a: 1 })).data).toBe('one')
    expect((await site.anna.rpc('overload', { a: 1, b: 2 })).data).toBe('two')
    expect(await site.anna.rpc('overload', { a: 1, c: 2 })).toMatchObject({
      status: 404,
      error: { code: 'PGRST202' },
    })
  })

  test('an ambiguous call is refused and lists all candidates in the order of their parameters', async () => {
    const { error, status } = await site.anna.rpc('rank', { a: 1 })
    expect([status, error?.code]).toEqual([300, 'PGRST203'])
    expect(error?.message).toBe(
      'Could not choose the best candidate function between: public.rank(a => integer, b => text), ' +
        'public.rank(a => integer, m => smallint), public.rank(a => integer, z => bigint)',
    )
  })

  test('an empty body means no arguments', async () => {
    expect((await site.send('POST', 'rpc/add_two', '')).status).toBe(200)
    expect((await site.send('POST', 'rpc/add_two')).status).toBe(200)
    expect(await site.labels()).toHaveLength(4)
  })

  test.each([
    ['rpc/overload', '[1]', 400, 'PGRST102'],
    ['rpc/overload', 'null', 400, 'PGRST102'],
    ['rpc/overload', '{"a": "x"}', 400, '22P02'],
    ['rpc/overload', '{"a": [1]}', 400, '22P02'],
    ['rpc/kinds', '{"a": "x", "b": null, "c": null, "d": null}', 400, '22P02'],
    ['rpc/add_shelf', '{"label": "a\\u0000b"}', 400, '22P05'],
    ['rpc/add_shelf', '{"label": ""}', 400, '23514'],
    ['rpc/nope', '{}', 404, 'PGRST202'],
    ['rpc/__proto__', '{"constructor": 1}', 404, 'PGRST202'],
  ])('a call of %s with %s returns %i %s', async (path, body, status, code) => {
    const response = await site.send('POST', path, body)
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })])
    expect(await site.labels()).toEqual([])
  })
})
