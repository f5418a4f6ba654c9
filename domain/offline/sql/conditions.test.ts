import { expect, test } from 'vitest'
import { readQuery, toCondition } from '../../rest/parse/address.ts'
import { BOOLEAN, INT4, OTHER, ROOT_TEXT, TEXT, TEXTS } from '../tables/column-types.ts'
import { columnsOf } from '../tables/table.ts'
import { Unanswerable } from '../unanswerable.ts'
import { conditionTest } from './conditions.ts'

const ROWS = [
  { id: 1, title: 'Élan', year: 1950, dvd: true, names: ['Japan', 'France'], note: 'a', data: {} },
  { id: 2, title: 'Zoo', year: null, dvd: false, names: null, note: null, data: null },
  { id: 3, title: 'elbow', year: 1960, dvd: null, names: [], note: 'b', data: {} },
]

const COLUMNS = columnsOf<(typeof ROWS)[number]>({
  id: INT4,
  title: ROOT_TEXT,
  year: INT4,
  dvd: BOOLEAN,
  names: TEXTS,
  note: TEXT,
  data: OTHER,
})

const idsOf = (query: string) =>
  ROWS.filter(conditionTest(readQuery(query).others.map(toCondition), COLUMNS)).map(({ id }) => id)

test.each([
  ['', [1, 2, 3]],
  ['year=eq.1950', [1]],
  ['year=neq.1950', [3]],
  ['year=not.eq.1950', [3]],
  ['year=gt.1950', [3]],
  ['year=lte.1950', [1]],
  ['year=in.(1950,7)', [1]],
  ['year=not.in.(1950,7)', [3]],
  ['year=in.()', []],
  ['year=not.in.()', [1, 2, 3]],
  ['year=is.null', [2]],
  ['year=not.is.null', [1, 3]],
  ['dvd=is.true', [1]],
  ['dvd=not.is.true', [2, 3]],
  ['dvd=is.unknown', [3]],
  ['dvd=eq.false', [2]],
  ['title=gt.Elan', [1, 2, 3]],
  ['title=lt.elb', [1]],
  ['title=like.*o*', [2, 3]],
  ['names=ov.{Japan,"Hong Kong"}', [1]],
  ['names=not.ov.{Japan}', [3]],
  ['data=is.null', [2]],
  ['year=gte.1950&dvd=eq.true', [1]],
  ['or=(year.eq.1960,dvd.eq.true)', [1, 3]],
  // Of the second film, the year is unknown, and so is whether it is not 1960.
  ['not.or=(year.eq.1960,title.eq.Nothing)', [1]],
  ['not.and=(year.eq.1960,title.eq.Nothing)', [1, 2, 3]],
  ['or=(and(year.gt.1940,id.lt.2),not.and(dvd.eq.false,id.gt.0))', [1]],
])('the conditions %s hold for the rows %j', (query, ids) => {
  expect(idsOf(query)).toEqual(ids)
})

test.each([
  'unknown=eq.1',
  'toString=eq.1',
  'year=eq.x',
  'year=eq.99999999999',
  'dvd=eq.yes',
  'year=is.true',
  'title=ilike.a',
  'title=eq(any).{a}',
  'note=gt.a',
  'names=cs.{a}',
  'names=eq.{a}',
  'data=eq.{}',
  'data->a=eq.1',
  'or=(year.eq.1,title.imatch.a)',
])('%s is left to the server', (query) => {
  expect(() => idsOf(query)).toThrow(Unanswerable)
})
