import { expect, test } from 'vitest'
import { parsePrefer } from './prefer.ts'

const NONE = { count: false, returns: null, missing: null, resolution: null, maxAffected: null }

test('every kind of count requests a count', () => {
  expect(parsePrefer('handling=lenient, count=exact').count).toBe(true)
  expect(parsePrefer('count=planned').count).toBe(true)
  expect(parsePrefer('count=some').count).toBe(false)
})

test('the first of two equal preferences is used, and an unknown preference is ignored', () => {
  expect(
    parsePrefer('return=headers-only, missing=default,resolution=merge-duplicates , return=minimal'),
  ).toEqual({ ...NONE, returns: 'headers-only', missing: 'default', resolution: 'merge-duplicates' })
  for (const prefer of [
    undefined,
    '',
    'return=all, missing=, resolution=overwrite, tx=rollback, constructor=1',
  ]) {
    expect(parsePrefer(prefer)).toEqual(NONE)
  }
})

test.each([
  ['handling=strict, max-affected=5', 5],
  ['max-affected=5, max-affected=9,handling=strict', 5],
  ['max-affected=5', null],
])('Prefer: %s limits the affected rows to %s', (prefer, most) => {
  expect(parsePrefer(prefer).maxAffected).toBe(most)
})

test('handling=strict accepts every known preference', () => {
  const prefer =
    'handling=strict, return=minimal,count=estimated, resolution=ignore-duplicates, missing=null, tx=commit, max-affected=0,'
  expect(parsePrefer(prefer)).toMatchObject({ count: true, maxAffected: 0 })
})

test.each([
  ['handling=strict, foo, bar=1', 'foo, bar=1'],
  ['tx=rollback, handling=strict', 'tx=rollback'],
  ['handling=strict, max-affected=-5', 'max-affected=-5'],
  ['handling=strict, max-affected=1 or true', 'max-affected=1 or true'],
  ['handling=strict, timezone=Europe/Paris', 'timezone=Europe/Paris'],
  ['handling=strict, constructor=1', 'constructor=1'],
])('an unknown preference is refused with PGRST122: %s', (prefer, unknown) => {
  expect(() => parsePrefer(prefer)).toThrow(
    expect.objectContaining({ status: 400, code: 'PGRST122', details: `Invalid preferences: ${unknown}` }),
  )
})
