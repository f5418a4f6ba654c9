import { expect, test } from 'vitest'
import { parseLogic } from '../../../domain/rest/parse/filter.ts'
import { seekOf } from './seek.ts'

const seekIn = (text: string, negated = false) => seekOf(parseLogic('or', negated, text))

test('a keyset condition is recognized in both directions', () => {
  expect(seekIn('(title.gt.M,and(title.eq.M,spine.gt.5))')).toEqual({
    columns: ['title', 'spine'],
    operator: 'gt',
    values: ['M', '5'],
  })
  expect(seekIn('(year.lt.1950,and(year.eq.1950,spine.lt.5))')).toEqual({
    columns: ['year', 'spine'],
    operator: 'lt',
    values: ['1950', '5'],
  })
})

test('the value of a cursor may contain every character of the syntax', () => {
  const title = '"M", (or not) \\ and(spine.gt.1)'
  const written = `"${title.replace(/["\\]/g, '\\$&')}"`
  expect(seekIn(`(title.gt.${written},and(title.eq.${written},spine.gt.5))`)?.values).toEqual([title, '5'])
})

test.each([
  '(title.gt.M,and(title.eq.N,spine.gt.5))',
  '(title.gt.M,and(director.eq.M,spine.gt.5))',
  '(title.gt.M,and(title.eq.M,spine.lt.5))',
  '(title.gte.M,and(title.eq.M,spine.gte.5))',
  '(title.gt.M,and(title.eq.M,spine.gt.5),year.is.null)',
  '(title.gt.M,and(title.eq.M,spine.gt.5,dvd.is.true))',
  '(title.gt.M,or(title.eq.M,spine.gt.5))',
  '(title.gt.M,not.and(title.eq.M,spine.gt.5))',
  '(title.not.gt.M,and(title.eq.M,spine.gt.5))',
  '(title.gt.M,and(title.not.eq.M,spine.gt.5))',
  '(title.gt.M,and(title.eq.M,spine.not.gt.5))',
  '(title.gt.M,title.eq.M)',
  '(title->>a.gt.M,and(title->>a.eq.M,spine.gt.5))',
  '(title->>a.gt.M,and(title.eq.M,spine.gt.5))',
  '(title.gt.M,and(title->>a.eq.M,spine.gt.5))',
  '(title.gt.M,and(title.eq.M,spine->a.gt.5))',
  '(title.gt(any).{M},and(title.eq(any).{M},spine.gt(any).{5}))',
  '(title.gt.M,and(title.eq(all).M,spine.gt.5))',
])('%s is not a keyset condition', (text) => {
  expect(seekIn(text)).toBeNull()
})

test('a negated keyset condition is not recognized', () => {
  expect(seekIn('(title.gt.M,and(title.eq.M,spine.gt.5))', true)).toBeNull()
})
