import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')
const site = JSON.parse(read('package.json')) as {
  engines: { node: string }
  devDependencies: { node: string }
}
const pinned = site.devDependencies.node

const numbers = (version: string) => version.split('.').map(Number)

/** Whether a version is in a range of the form `>=22.18`. */
function isIn(range: string, version: string): boolean {
  const [, least = ''] = /^>=([\d.]+)$/.exec(range) ?? []
  if (least === '') throw new Error(`This test does not read the range ${range}.`)
  const [wanted, given] = [numbers(least), numbers(version)]
  const different = wanted.findIndex((number, index) => number !== (given[index] ?? 0))
  return different < 0 || (given[different] ?? 0) > (wanted[different] ?? 0)
}

test('every file that names a version of Node names the pinned one', () => {
  expect(read('.nvmrc').trim()).toBe(pinned)
  expect(read('deploy/Dockerfile')).toContain(`node:${pinned}-`)
  expect(read('.github/workflows/test.yml')).toContain('node-version-file: .nvmrc')
})

test('the pinned Node is one that the site accepts', () => {
  const { node } = site.engines
  expect(isIn(node, pinned)).toBe(true)
  expect(isIn(node, '22.17.9')).toBe(false)
})
