import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SampleSite, startSampleSite } from '../../support/sample-tables.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('refused writes on %s', (engine) => {
  let site: SampleSite
  beforeAll(async () => {
    site = await startSampleSite(engine)
  })
  afterAll(() => site.server.close())
  beforeEach(async () => {
    await site.clear()
    await site.anna.from('shelves').insert({ label: 'kept', place: 10 })
  })

  const deep = (levels: number) => `{"body": ${'['.repeat(levels)}${']'.repeat(levels)}}`

  const refused: [method: string, path: string, body: string | undefined, status: number, code: string][] = [
    ['POST', 'shelves', '', 400, 'PGRST102'],
    ['POST', 'shelves', 'null', 400, 'PGRST102'],
    ['POST', 'shelves', '7', 400, 'PGRST102'],
    ['POST', 'shelves', '"text"', 400, 'PGRST102'],
    ['POST', 'shelves', '[1, 2]', 400, 'PGRST102'],
    ['POST', 'shelves', '[[]]', 400, 'PGRST102'],
    ['POST', 'shelves', '[{"label": "x"}, null]', 400, 'PGRST102'],
    ['POST', 'shelves', '{"label": "x"', 400, 'PGRST102'],
    ['POST', 'shelves', '{"label": "x"}}', 400, 'PGRST102'],
    ['POST', 'shelves', '[{"label": "x"}, {"place": 1}]', 400, 'PGRST102'],
    ['POST', 'shelves', '{"nope": 1}', 400, 'PGRST204'],
    ['POST', 'shelves', '{"__proto__": 1}', 400, 'PGRST204'],
    ['POST', 'shelves?columns=nope', '{"label": "x"}', 400, 'PGRST204'],
    ['POST', 'shelves?columns=', '{"label": "x"}', 400, 'PGRST100'],
    ['POST', 'shelves?limit=1', '{"label": "x"}', 400, 'PGRST100'],
    ['POST', 'shelves', '{"label": "a\\u0000b"}', 400, '22P05'],
    ['POST', 'shelves', '{"label": "\\ud800"}', 400, '22P02'],
    ['POST', 'shelves', '{"place": "many"}', 400, '22P02'],
    ['POST', 'shelves', '{"place": 99999999999}', 400, '22003'],
    ['POST', 'shelves', '{"place": 1e999999}', 400, '22P02'],
    ['POST', 'shelves', '{"tags": {"a": 1}}', 400, '22P02'],
    ['POST', 'shelves', '{"length": 1}', 400, '428C9'],
    ['POST', 'named', '{"id": 1}', 400, '428C9'],
    ['POST', 'shelves', '{"label": ""}', 400, '23514'],
    ['POST', 'shelves', '{"id": 1}', 409, '23505'],
    ['POST', 'shelves', '{"owner": "00000000-0000-4000-8000-000000000000"}', 403, '42501'],
    ['POST', 'plates', '{"shelf": 99, "slot": 1}', 409, '23503'],
    ['POST', 'labels', '{"label": "x"}', 400, '55000'],
    ['PATCH', 'labels?label=eq.x', '{"label": "x"}', 400, '55000'],
    ['POST', 'nope', '{}', 404, 'PGRST205'],
    ['POST', 'shelves?select=id,plates(*)', '{"label": "x"}', 400, 'PGRST200'],
    ['POST', 'shelves?select=nope', '{"label": "x"}', 400, '42703'],
    ['POST', 'shelves', deep(100), 400, '54000'],
    ['POST', 'shelves', deep(250_000), 400, '54000'],
    ['POST', 'shelves', '['.repeat(1_000_000), 400, '54000'],
    ['POST', 'shelves', `[${'{},'.repeat(1000)}{}]`, 400, '54000'],
    ['POST', 'shelves', `{"label": "${'x'.repeat(1_100_000)}"}`, 413, 'PGRST102'],
    ['PATCH', 'shelves?id=eq.1', '[{"label": "x"}, {"label": "y"}]', 400, 'PGRST102'],
    ['PATCH', 'shelves?id=eq.1', '{"nope": 1}', 400, 'PGRST204'],
    ['PATCH', 'shelves?nope=eq.1', '{"label": "x"}', 400, '42703'],
    ['PATCH', 'shelves?id=eq.x', '{"label": "x"}', 400, '22P02'],
    ['PATCH', 'shelves?id=eq.1', '{"id": "x"}', 400, '22P02'],
    ['PATCH', 'shelves?id=eq.1&limit=1', '{"label": "x"}', 400, 'PGRST100'],
    ['DELETE', 'shelves?id=eq.1&limit=1', undefined, 400, 'PGRST100'],
    ['DELETE', 'shelves?id=almost.1', undefined, 400, 'PGRST100'],
    ['PUT', 'shelves?id=eq.1', '{"id": 1}', 405, 'PGRST117'],
    ['PATCH', 'rpc/add_two', '{}', 405, 'PGRST117'],
  ]
  const titled = refused.map(([method, path, body = '', status, code]) => {
    return [
      `${method} ${path} ${body.slice(0, 60)} returns ${status} ${code}`,
      method,
      path,
      body,
      status,
      code,
    ] as const
  })

  test.each(titled)('%s', async (_, method, path, body, status, code) => {
    const response = await site.send(method, path, method === 'DELETE' ? undefined : body, {
      prefer: 'return=representation',
    })
    const refusal = (await response.json()) as object
    expect([response.status, refusal]).toEqual([status, expect.objectContaining({ code })])
    expect(Object.keys(refusal)).toEqual(['code', 'message', 'details', 'hint'])
    expect(await site.shelves()).toEqual([{ id: 1, label: 'kept', place: 10, tags: [] }])
  })

  test('a body may be as deep and as long as the limits allow', async () => {
    expect((await site.send('POST', 'shelves', deep(99))).status).toBe(201)
    expect((await site.send('POST', 'shelves', `[${'{},'.repeat(999)}{}]`)).status).toBe(201)
  })

  test.each(['text/csv', 'text/plain', 'application/x-www-form-urlencoded'])(
    'a body of type %s is refused: 415',
    async (type) => {
      const response = await site.send('POST', 'shelves', 'label=x', { 'content-type': type })
      expect([response.status, await response.json()]).toEqual([
        415,
        expect.objectContaining({ code: 'PGRST102' }),
      ])
      expect(await site.labels()).toEqual(['kept'])
    },
  )

  test('an unknown preference is refused with handling=strict: 400 PGRST122', async () => {
    for (const [method, body] of [
      ['POST', '{"label": "x"}'],
      ['PATCH', '{"label": "x"}'],
      ['DELETE'],
    ] as const) {
      const response = await site.send(method, 'shelves?id=eq.1', body, {
        prefer: 'handling=strict, tx=rollback',
      })
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'PGRST122' }),
      ])
    }
    expect(await site.labels()).toEqual(['kept'])
  })

  test('a table of another schema is refused: 406', async () => {
    const response = await site.send('POST', 'api_keys', '{}', { 'content-profile': 'auth' })
    expect(response.status).toBe(406)
  })
})
