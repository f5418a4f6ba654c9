import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from './place.ts'
import { type Shelves, startShelves } from './shelves.ts'

describe.each(ENGINES)('calling a function on %s', (engine) => {
  let site: Shelves
  beforeAll(async () => {
    site = await startShelves(engine)
  })
  afterAll(() => site.server.close())
  beforeEach(() => site.clear())

  test('takes values of every kind', async () => {
    const id = crypto.randomUUID()
    const args = { a: [id], b: { k: [null, '"'] }, c: true, d: '12.50', f: ['x,y', null, '}'] }
    expect((await site.anna.rpc('kinds', args)).data).toEqual({ ...args, d: 12.5, e: 'none' })
    const bare = { a: null, b: [1], c: null, d: 1e3, e: '' }
    expect((await site.anna.rpc('kinds', bare)).data).toEqual({ ...bare, d: 1000, f: null })
  })

  test('may write, once, whatever is asked of its rows', async () => {
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

  test('has done nothing where its rows are not the one asked for: 406', async () => {
    const { status, error } = await site.anna.rpc('add_two').single()
    expect([status, error?.code]).toEqual([406, 'PGRST116'])
    expect(await site.labels()).toEqual([])
  })

  test('that promises not to write cannot', async () => {
    await site.anna.from('shelves').insert({ label: 'kept' })
    expect((await site.anna.rpc('sly_write')).error?.code).toBe('25006')
    expect(await site.labels()).toEqual(['kept'])
  })

  test('of a name is told by its arguments', async () => {
    expect((await site.anna.rpc('overload', { a: 1 })).data).toBe('one')
    expect((await site.anna.rpc('overload', { a: 1, b: 2 })).data).toBe('two')
    expect(await site.anna.rpc('overload', { a: 1, c: 2 })).toMatchObject({
      status: 404,
      error: { code: 'PGRST202' },
    })
  })

  test('takes an empty body for no arguments', async () => {
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
  ])('%s with %s is %i %s', async (path, body, status, code) => {
    const answer = await site.send('POST', path, body)
    expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ code })])
    expect(await site.labels()).toEqual([])
  })
})
