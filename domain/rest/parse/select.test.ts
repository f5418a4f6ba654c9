import { expect, test } from 'vitest'
import { parseOrder } from './order.ts'
import { parseSelect } from './select.ts'

const column = { kind: 'column', alias: null, cast: null }

test.each([
  ['*', [{ kind: 'all' }]],
  ['', [{ kind: 'all' }]],
  [
    'id, title',
    [
      { ...column, name: 'id' },
      { ...column, name: 'title' },
    ],
  ],
  ['name:title', [{ ...column, name: 'title', alias: 'name' }]],
  ['year::text', [{ ...column, name: 'year', cast: 'text' }]],
  ['y:year::text,*', [{ ...column, name: 'year', alias: 'y', cast: 'text' }, { kind: 'all' }]],
  ['"a,b":"c.d"', [{ ...column, name: 'c.d', alias: 'a,b' }]],
  [
    'count,id',
    [
      { ...column, name: 'count' },
      { ...column, name: 'id' },
    ],
  ],
  ['__proto__', [{ ...column, name: '__proto__' }]],
])('select=%s is parsed', (text, items) => {
  expect(parseSelect(text)).toEqual(items)
})

test.each(['films(*)', 'f:films!inner(id,actors(name))', '...films(id)', 'films()'])(
  'select=%s is parsed as an embedding',
  (text) => {
    expect(parseSelect(`id,${text},year`)[1]).toEqual({ kind: 'embedding', name: 'films' })
  },
)

test.each([
  ',',
  'id,',
  ',id',
  'a:',
  ':a',
  'a::',
  'a b*',
  'films(',
  'films(*))',
  'films(*',
  'a.b',
  '(',
  '...',
  '"a',
])('select=%s is refused with PGRST100', (text) => {
  expect(() => parseSelect(text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }))
})

test.each(['count()', 'id.sum()', 'most:year.max()'])(
  'select=%s is refused as an aggregate with PGRST123',
  (text) => {
    expect(() => parseSelect(text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST123' }))
  },
)

test('an order is ascending by default and may place nulls first or last', () => {
  expect(parseOrder('title,year.desc, spine.asc.nullsfirst,id.nullslast,"a.desc".desc')).toEqual([
    { column: 'title', direction: 'asc', nulls: null },
    { column: 'year', direction: 'desc', nulls: null },
    { column: 'spine', direction: 'asc', nulls: 'first' },
    { column: 'id', direction: 'asc', nulls: 'last' },
    { column: 'a.desc', direction: 'desc', nulls: null },
  ])
})

test.each([
  '',
  ',',
  'title,',
  'title.up',
  'title.desc.asc',
  'title.nullsfirst.desc',
  'title.',
  '.desc',
  'title desc;',
])('order=%s is refused with PGRST100', (text) => {
  if (text === 'title desc;') expect(parseOrder(text)[0]?.column).toBe(text)
  else expect(() => parseOrder(text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }))
})

test('an order by the column of another table is refused with PGRST108', () => {
  expect(() => parseOrder('films(title).desc')).toThrow(
    expect.objectContaining({ status: 400, code: 'PGRST108' }),
  )
})
