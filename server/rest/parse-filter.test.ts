import { describe, expect, test } from 'vitest'
import type { ApiError } from '../errors.ts'
import { isFilter, parseFilter, parseLogic } from './parse-filter.ts'

const comparison = { kind: 'comparison', column: 'title', negated: false }

describe('a filter', () => {
  test.each(['eq', 'neq', 'gt', 'gte', 'lt', 'lte'])('%s compares with the text as it stands', (operator) => {
    const value = 'a.b,c"d" (e)'
    expect(parseFilter('title', `${operator}.${value}`)).toEqual({ ...comparison, operator, value })
  })

  test('not. negates any operator', () => {
    expect(parseFilter('title', 'not.eq.M')).toEqual({
      ...comparison,
      negated: true,
      operator: 'eq',
      value: 'M',
    })
    expect(parseFilter('title', 'not.in.(1)')).toMatchObject({ negated: true, values: ['1'] })
  })

  test.each(['like', 'ilike'])('%s takes a star for a percent sign', (operator) => {
    expect(parseFilter('title', `${operator}.*8%*`)).toMatchObject({ operator, value: '%8%%' })
  })

  test.each(['null', 'not_null', 'true', 'false', 'unknown', 'NULL'])('is takes %s', (value) => {
    expect(parseFilter('title', `is.${value}`)).toMatchObject({ operator: 'is', value: value.toLowerCase() })
  })

  test.each([
    ['in.(1,2)', ['1', '2']],
    ['in.()', []],
    ['in.("")', ['']],
    ['in.("a,b","c\\"d","e\\\\f",g h)', ['a,b', 'c"d', 'e\\f', 'g h']],
    // The stock client does not escape a quote within a value.
    ['in.("a,b",c"d)', ['a,b', 'c"d']],
    ['in.("a"b,null)', ['"a"b', 'null']],
  ])('%s lists values', (text, values) => {
    expect(parseFilter('title', text)).toMatchObject({ operator: 'in', values })
  })

  test.each([
    '',
    'eq',
    'M',
    'is.nul',
    'is.null.',
    'in.1',
    'in.(1',
    'in.(1)2',
    'not.not.eq.1',
    'EQ.1',
    'fts.a',
    '.',
  ])('"%s" is refused with PGRST100', (text) => {
    expect(() => parseFilter('title', text)).toThrow(
      expect.objectContaining({ status: 400, code: 'PGRST100' }) as ApiError,
    )
  })

  test('has a look that tells it from an argument', () => {
    expect(['eq.1', 'not.in.(', 'is.it'].every(isFilter)).toBe(true)
    expect(['1', 'eq', 'not.1', 'match.a', 'a.eq.1'].some(isFilter)).toBe(false)
  })
})

describe('conditions', () => {
  const year = (operator: string, value: string) => ({
    ...{ kind: 'comparison', column: 'year', negated: false, operator, value },
  })

  test('nest, negated or not', () => {
    expect(parseLogic('or', true, '(year.eq.1, not.and(year.gt.2,or(year.lt.3)))')).toEqual({
      kind: 'or',
      negated: true,
      members: [
        year('eq', '1'),
        {
          kind: 'and',
          negated: true,
          members: [year('gt', '2'), { kind: 'or', negated: false, members: [year('lt', '3')] }],
        },
      ],
    })
  })

  test('take values in quotes where they have a comma or a bracket', () => {
    expect(parseLogic('and', false, '(year.eq."a,\\"b\\")",year.in.(1,"2,3"))')).toMatchObject({
      members: [year('eq', 'a,"b")'), { operator: 'in', values: ['1', '2,3'] }],
    })
  })

  test('take columns in quotes, also one called and', () => {
    expect(parseLogic('or', false, '("a.b".eq.1,and.is.null)')).toMatchObject({
      members: [{ column: 'a.b' }, { column: 'and' }],
    })
  })

  test.each([
    '',
    '()',
    '(year.eq.1',
    '(year.eq.1)x',
    'year.eq.1',
    '(year.eq.1,)',
    '(and())',
    '(year)',
    '(.eq.1)',
  ])('"%s" is refused with PGRST100', (text) => {
    expect(() => parseLogic('or', false, text)).toThrow(
      expect.objectContaining({ code: 'PGRST100' }) as ApiError,
    )
  })

  test('nest no deeper than any screen needs', () => {
    const nested = (depth: number) => `${'(and'.repeat(depth)}(year.eq.1)${')'.repeat(depth)}`
    expect(() => parseLogic('or', false, nested(19))).not.toThrow()
    expect(() => parseLogic('or', false, nested(3000))).toThrow(/failed to parse logic tree/)
  })
})
