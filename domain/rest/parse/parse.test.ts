import { expect, test } from 'vitest'
import { parseQuery } from './address.ts'
import { parseRead } from './parse.ts'

const read = (query: string, headers = {}, method = 'GET') =>
  parseRead(method, { resource: { kind: 'relation', name: 'films' }, query }, headers)

test('an address without a query selects all columns and rows', () => {
  expect(read('')).toEqual({
    resource: { kind: 'relation', name: 'films' },
    select: [{ kind: 'all' }],
    filters: [],
    order: [],
    range: { offset: 0, limit: null },
    count: false,
    maxAffected: null,
    media: 'json',
    bodiless: false,
  })
  expect(read('', {}, 'HEAD').bodiless).toBe(true)
})

test('every parameter that is not reserved is a filter, also a second one on the same column', () => {
  const { filters } = read(
    'year=gte.1950&year=lt.1960&or=(dvd.is.true)&not.and=(dvd.is.true)&apikey=k&columns=a',
  )
  expect(filters).toMatchObject([
    { column: 'year', operator: 'gte', value: '1950' },
    { column: 'year', operator: 'lt', value: '1960' },
    { kind: 'or', negated: false },
    { kind: 'and', negated: true },
  ])
})

test('the first of several select, order, limit or offset parameters is used', () => {
  const request = read('select=id&select=title&order=id&order=title&limit=1&limit=2&offset=3&offset=4')
  expect(request).toMatchObject({ select: [{ name: 'id' }], order: [{ column: 'id' }] })
  expect(request.range).toEqual({ offset: 3, limit: 1 })
})

test('a quoted column may contain a dot; an unquoted dot names another table and is refused with PGRST108', () => {
  expect(read('"a.b"=eq.1').filters).toMatchObject([{ column: 'a.b' }])
  expect(() => read('actors.name=eq.1')).toThrow(expect.objectContaining({ status: 400, code: 'PGRST108' }))
})

test('a plus sign decodes to a blank, and percent-encoded bytes decode as UTF-8', () => {
  expect(parseQuery('a+b=%C5%8Czu+%2B&&c&d=e=f')).toEqual([
    { name: 'a b', value: 'Ōzu +' },
    { name: 'c', value: '' },
    { name: 'd', value: 'e=f' },
  ])
})

test.each([
  ['title=eq.%', 400, 'PGRST100'],
  ['title=eq.%ED%A0%80', 400, 'PGRST100'],
  ['title=eq.%00', 400, '22021'],
  ['select=a%00', 400, '22021'],
  ['=eq.1', 400, 'PGRST100'],
  ['title', 400, 'PGRST100'],
  [`title=eq.${'a'.repeat(20_000)}`, 414, 'PGRST100'],
])('the query %.40s is refused', (query, status, code) => {
  expect(() => read(query)).toThrow(expect.objectContaining({ status, code }))
})

test('a parameter of a function that may be an argument or a filter is parsed as both', () => {
  const { resource, filters } = parseRead(
    'GET',
    { resource: { kind: 'function', name: 'films_by' }, query: 'director=is.it&year=gt.1950&word=M' },
    {},
  )
  expect(filters).toEqual([])
  expect(resource).toMatchObject({
    parameters: [{ name: 'director', value: 'is.it' }, { name: 'year' }, { name: 'word', asFilter: null }],
  })
})
