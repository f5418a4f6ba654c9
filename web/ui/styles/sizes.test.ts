import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The widths that tokens.css names, and those of single components whose content needs another. */
const WIDTHS = [30, 48, 60, 76, 22.5, 34, 40, 56, 75, 100]

const SHEETS = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, css: readFileSync(`web/${file}`, 'utf8') }))

test('a text size that has a token is written as the token', () => {
  const tokens = SHEETS.find(({ file }) => file === 'ui/styles/tokens.css')?.css ?? ''
  const sizes = new Set(Array.from(tokens.matchAll(/--size-\w+: (.*);/g), ([, size]) => size))
  expect(sizes.size).toBeGreaterThan(4)
  const literal = SHEETS.flatMap(({ file, css }) =>
    Array.from(css.matchAll(/font-size: (.*);/g), ([, size]) => [file, size] as const),
  ).filter(([, size]) => sizes.has(size))
  expect(literal).toEqual([])
})

test('layouts change at few widths', () => {
  const widths = SHEETS.flatMap(({ css }) =>
    Array.from(css.matchAll(/@(?:media|container)([^{]*)\{/g), ([, condition = '']) => condition),
  ).flatMap((condition) => Array.from(condition.matchAll(/width\b[^)]*?([\d.]+)rem|([\d.]+)rem <= width/g)))
  expect(widths.length).toBeGreaterThan(20)
  expect(
    widths.map(([, after, before]) => Number(after ?? before)).filter((width) => !WIDTHS.includes(width)),
  ).toEqual([])
})
