import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forSpreadsheet, fromSpreadsheet } from './formula-cells.ts'

const sign = fc.constantFrom(...`='+-@\t\r\n ＝"a`)
const cell = fc.oneof(fc.string({ unit: sign, maxLength: 6 }), fc.string({ unit: 'binary' }))

test('no cell begins as a formula, whatever the text', () => {
  fc.assert(
    fc.property(cell, (text) => {
      expect(forSpreadsheet(text)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
    }),
  )
})

test('every text is read back exactly', () => {
  fc.assert(
    fc.property(cell, (text) => {
      expect(fromSpreadsheet(forSpreadsheet(text))).toBe(text)
    }),
  )
})

test('two texts are never the same cell', () => {
  fc.assert(
    fc.property(cell, cell, (one, other) => {
      fc.pre(one !== other)
      expect(forSpreadsheet(one)).not.toBe(forSpreadsheet(other))
    }),
  )
})

test.each([
  ['=1+1', "'=1+1"],
  ["'=1+1", "''=1+1"],
  ['-', "'-"],
  ['＝1', "'＝1"],
  ['8½', '8½'],
  ["'Round Midnight", "'Round Midnight"],
  ['', ''],
])('%j is written as %j', (text, written) => {
  expect(forSpreadsheet(text)).toBe(written)
})
