import { expect, test } from 'vitest'
import { parseWrite, type WriteMethod } from './write.ts'

const parse = (method: WriteMethod, query: string, headers = {}, body = '{"title": "M"}') =>
  parseWrite(method, { relation: 'films', query }, headers, body)

const refusal = (code: string) => expect.objectContaining({ status: 400, code })

test('an insert has its body and no filters', () => {
  expect(parse('POST', 'year=eq.1931&apikey=k')).toEqual({
    relation: 'films',
    change: {
      kind: 'insert',
      json: '[{"title": "M"}]',
      objects: 1,
      columns: ['title'],
      missing: null,
      resolution: null,
      onConflict: null,
    },
    select: [],
    filters: [],
    returns: null,
    count: false,
    media: 'json',
    maxAffected: null,
  })
})

test('an update and a deletion have filters', () => {
  expect(parse('PATCH', 'id=eq.1')).toMatchObject({
    change: { kind: 'update', columns: ['title'] },
    filters: [{ column: 'id', operator: 'eq', value: '1' }],
  })
  expect(parse('DELETE', 'id=eq.1', {}, 'whatever')).toMatchObject({ change: { kind: 'delete' } })
})

test('the address names the columns and the conflict key, quoted or not, each once', () => {
  const { change } = parse('POST', 'columns="title",year,title&on_conflict=spine,"a%2Cb"')
  expect(change).toMatchObject({ columns: ['title', 'year'], onConflict: ['spine', 'a,b'] })
})

test('select has an effect only with return=representation', () => {
  expect(parse('POST', 'select=id').select).toEqual([])
  expect(parse('POST', 'select=id', { prefer: 'return=representation' }).select).toMatchObject([
    { name: 'id' },
  ])
})

test('preferences are read from the header Prefer', () => {
  const prefer = 'return=headers-only, missing=default,resolution=merge-duplicates , count=exact'
  expect(parse('POST', '', { prefer })).toMatchObject({
    returns: 'headers-only',
    count: true,
    change: { missing: 'default', resolution: 'merge-duplicates' },
  })
  const most = { prefer: 'handling=strict, max-affected=5' }
  expect(parse('DELETE', 'id=gt.0', most).maxAffected).toBe(5)
  expect(parse('POST', '', most).maxAffected).toBe(null)
})

test.each(['limit=1', 'offset=1', 'order=id'])('a write with %s is refused', (query) => {
  for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
    expect(() => parse(method, `id=eq.1&${query}`)).toThrow(refusal('PGRST100'))
  }
})

test('an update with several objects is refused', () => {
  expect(parse('PATCH', 'id=eq.1', {}, '[{"title": "M"}]').change).toMatchObject({ columns: ['title'] })
  expect(() => parse('PATCH', 'id=eq.1', {}, '[{}, {}]')).toThrow(refusal('PGRST102'))
})

test('a write to another schema is refused with 406 PGRST106', () => {
  expect(() => parse('POST', '', { 'content-profile': 'auth' })).toThrow(
    expect.objectContaining({ status: 406, code: 'PGRST106' }),
  )
})
