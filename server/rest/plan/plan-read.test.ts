import { describe, expect, test } from 'vitest'
import { parseRead } from '../../../domain/rest/parse/parse.ts'
import { MAX_ROWS } from '../../../domain/rest/request.ts'
import { schema } from '../schema/schema.fixture.ts'
import { planRead } from './plan-read.ts'

const planOf = (kind: 'relation' | 'function', name: string, query = '') =>
  planRead(parseRead('GET', { resource: { kind, name }, query }, {}), schema)

const refusal = (status: number, code: string) => expect.objectContaining({ status, code })

test('a star selects every column in the order of declaration', () => {
  const names = planOf('relation', 'films', 'select=y:year,*').columns.map((column) => column.as)
  expect(names).toEqual(['y', 'id', 'spine', 'title', 'year', 'dvd', 'search'])
})

test('a column is selected once, beside a star or by several paths', () => {
  expect(planOf('relation', 'films', 'select=*,y:year').columns).toHaveLength(7)
  expect(planOf('relation', 'films', 'select=title->a,title->b').columns).toHaveLength(2)
})

test.each([
  ['nope', '', 404, 'PGRST205'],
  ['__proto__', '', 404, 'PGRST205'],
  ['films', 'nope=eq.1', 400, '42703'],
  ['films', 'or=(year.eq.1,and(nope.is.null))', 400, '42703'],
  ['films', 'select=nope', 400, '42703'],
  ['films', 'select=a:__proto__', 400, '42703'],
  ['films', 'order=nope', 400, '42703'],
  ['films', 'select=id,actors(*)', 400, 'PGRST200'],
  ['films', 'select=id::regclass', 400, '42704'],
  ['films', `select=${'id,'.repeat(100)}id`, 400, '54000'],
  ['films', 'select=a:title,b:title', 400, '54000'],
  ['films', 'select=title,year,title::text', 400, '54000'],
  ['films', 'select=*,*', 400, '54000'],
  ['films', `or=(${'id.eq.1,'.repeat(100)}id.eq.1)`, 400, '54000'],
  ['films', `title=ilike.${'*e'.repeat(61)}`, 400, '54000'],
  ['films', `and=(${'title.not.like.%25a%25,'.repeat(30)}title.like.*)`, 400, '54000'],
])('the request %s?%.40s is refused', (name, query, status, code) => {
  expect(() => planOf('relation', name, query)).toThrow(refusal(status, code))
})

test('a response has at most MAX_ROWS rows', () => {
  expect(planOf('relation', 'films').limit).toBe(MAX_ROWS)
  expect(planOf('relation', 'films', 'limit=100000').limit).toBe(MAX_ROWS)
  expect(planOf('relation', 'films', 'limit=0').limit).toBe(0)
})

describe('a function', () => {
  test('takes the declared parameters as arguments and filters its rows by the others', () => {
    const plan = planOf('function', 'films_by', 'director=is.it&year=gt.1950&order=title')
    expect(plan.source).toMatchObject({ arguments: [{ parameter: { name: 'director' }, value: 'is.it' }] })
    expect(plan.conditions).toMatchObject([{ column: 'year', operator: 'gt' }])
  })

  test.each([
    ['title=a&title=like.b', [['title', 'a']], ['title']],
    ['title=like.b&title=a&title=neq.c', [['title', 'a']], ['title', 'title']],
    ['title=a&id=gt.1', [['title', 'a']], ['id']],
    ['title=a&title=b', [['title', 'b']], []],
    ['title=a&year=gt.1950', [['title', 'a']], ['year']],
    ['title=is.it', [['title', 'is.it']], []],
    ['title=is.it&title=like.b', [['title', 'is.it']], ['title']],
  ])(
    'takes plain values as arguments, and a value that looks like a filter only for a required parameter: %s',
    (query, given, filters) => {
      const { source, conditions } = planOf('function', 'films_like', query)
      expect(source).toMatchObject({
        arguments: given.map(([name, value]) => ({ parameter: { name }, value })),
      })
      expect(conditions).toMatchObject(filters.map((column) => ({ column })))
    },
  )

  test('with an overloaded name is chosen by its arguments', () => {
    expect(planOf('function', 'films_count').source).toMatchObject({ arguments: [] })
    expect(planOf('function', 'films_count', 'word=a').source).toMatchObject({ arguments: [{ value: 'a' }] })
  })

  test.each([
    ['nope', '', 404, 'PGRST202'],
    ['films_by', '', 404, 'PGRST202'],
    ['films_by', 'director=a&word=b', 404, 'PGRST202'],
    ['films_count', 'year=eq.1', 404, 'PGRST202'],
    ['films_by', 'director=a&nope=eq.1', 400, '42703'],
    ['films_by', 'director=a&year=in.1', 400, 'PGRST100'],
    ['films_count', 'select=nope', 400, '42703'],
    ['twins', 'a=1', 300, 'PGRST203'],
  ])('%s?%s is refused', (name, query, status, code) => {
    expect(() => planOf('function', name, query)).toThrow(refusal(status, code))
  })
})
