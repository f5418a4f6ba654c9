import { describe, expect, test } from 'vitest'
import type { ApiError } from '../api-error.ts'
import { isFilter, parseFilter, parseLogic } from './filter.ts'

const comparison = { kind: 'comparison', column: 'title', negated: false }

describe('a filter', () => {
  test.each(['eq', 'neq', 'gt', 'gte', 'lt', 'lte'])(
    'with %s takes the text after it as the value',
    (operator) => {
      const value = 'a.b,c"d" (e)'
      expect(parseFilter({ column: 'title' }, `${operator}.${value}`)).toEqual({
        ...comparison,
        operator,
        value,
      })
    },
  )

  test('with not. is negated, with any operator', () => {
    expect(parseFilter({ column: 'title' }, 'not.eq.M')).toEqual({
      ...comparison,
      negated: true,
      operator: 'eq',
      value: 'M',
    })
    expect(parseFilter({ column: 'title' }, 'not.in.(1)')).toMatchObject({ negated: true, values: ['1'] })
  })

  test.each(['like', 'ilike'])('with %s reads a star as a percent sign', (operator) => {
    expect(parseFilter({ column: 'title' }, `${operator}.*8%*`)).toMatchObject({ operator, value: '%8%%' })
  })

  test.each(['null', 'not_null', 'true', 'false', 'unknown', 'NULL'])('with is accepts %s', (value) => {
    expect(parseFilter({ column: 'title' }, `is.${value}`)).toMatchObject({
      operator: 'is',
      value: value.toLowerCase(),
    })
  })

  test.each([
    ['in.(1,2)', ['1', '2']],
    ['in.()', []],
    ['in.("")', ['']],
    ['in.("a,b","c\\"d","e\\\\f",g h)', ['a,b', 'c"d', 'e\\f', 'g h']],
    // The stock client does not escape a quote within a value.
    ['in.("a,b",c"d)', ['a,b', 'c"d']],
    ['in.("a"b,null)', ['"a"b', 'null']],
  ])('%s has a list of values', (text, values) => {
    expect(parseFilter({ column: 'title' }, text)).toMatchObject({ operator: 'in', values })
  })

  test.each(['', 'eq', 'M', 'is.nul', 'is.null.', 'in.1', 'in.(1', 'in.(1)2', 'not.not.eq.1', 'EQ.1', '.'])(
    '"%s" is refused with PGRST100',
    (text) => {
      expect(() => parseFilter({ column: 'title' }, text)).toThrow(
        expect.objectContaining({ status: 400, code: 'PGRST100' }) as ApiError,
      )
    },
  )

  test.each(['fts.a', 'not.plfts.a', 'phfts(english).a b', 'wfts(german).a'])(
    '"%s" for full text is refused with PGRST127 and an alternative',
    (text) => {
      expect(isFilter(text)).toBe(true)
      expect(() => parseFilter({ column: 'title' }, text)).toThrow(
        expect.objectContaining({
          status: 400,
          code: 'PGRST127',
          details: expect.stringContaining('full-text'),
        }),
      )
      expect(() => parseLogic('or', false, `(title.${text})`)).toThrow(
        expect.objectContaining({ code: 'PGRST127' }),
      )
    },
  )

  test('looks different from an argument of a function', () => {
    expect(['eq.1', 'not.in.(', 'is.it', 'like(any).{}'].every(isFilter)).toBe(true)
    expect(['1', 'eq', 'not.1', 'almost.a', 'eq(no).1', 'a.eq.1'].some(isFilter)).toBe(false)
  })
})

describe('conditions', () => {
  const year = (operator: string, value: string) => ({
    kind: 'comparison',
    column: 'year',
    negated: false,
    operator,
    value,
  })

  test('can be nested and negated', () => {
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

  test('ignore blanks around brackets', () => {
    expect(parseLogic('or', false, '( year.eq.1, and ( year.gt.2 ,year.in. ( 3 4,"5") ) )')).toEqual({
      kind: 'or',
      negated: false,
      members: [
        year('eq', '1'),
        {
          kind: 'and',
          negated: false,
          members: [
            year('gt', '2 '),
            { kind: 'comparison', column: 'year', negated: false, operator: 'in', values: ['3 4', '5'] },
          ],
        },
      ],
    })
    expect(parseFilter({ column: 'year' }, 'in.( 1,2)')).toMatchObject({ values: ['1', '2'] })
    expect(parseFilter({ column: 'year' }, 'in.( )')).toMatchObject({ values: [] })
    expect(parseFilter({ column: 'title' }, 'in.( "a b" ,c)')).toMatchObject({ values: ['"a b" ', 'c'] })
  })

  test('accept quoted values with commas and brackets', () => {
    expect(parseLogic('and', false, '(year.eq."a,\\"b\\")",year.in.(1,"2,3"))')).toMatchObject({
      members: [year('eq', 'a,"b")'), { operator: 'in', values: ['1', '2,3'] }],
    })
  })

  test('accept quoted columns and a column named and', () => {
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

  test('nested more than 20 levels deep are refused', () => {
    const nested = (depth: number) => `${'(and'.repeat(depth)}(year.eq.1)${')'.repeat(depth)}`
    expect(() => parseLogic('or', false, nested(19))).not.toThrow()
    expect(() => parseLogic('or', false, nested(3000))).toThrow(/failed to parse logic tree/)
  })
})
