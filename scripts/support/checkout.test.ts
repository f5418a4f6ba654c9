import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeDataFolder } from '../../server/db/pglite/data-folder.ts'
import { watchCheckout } from './checkout.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'criterion-checkout-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (name: string, text = '') => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
  writeFileSync(path.join(root, name), text)
}

test('what was added, changed or removed in a checkout is named', () => {
  for (const name of ['kept.ts', 'folder/changed.ts', 'removed.ts']) write(name)
  const differences = watchCheckout(root)
  expect(differences()).toEqual([])
  write('folder/changed.ts', 'other')
  write('data/backups/a.jsonl.gz')
  rmSync(path.join(root, 'removed.ts'))
  expect(differences()).toEqual([
    'added data',
    'added data/backups',
    'added data/backups/a.jsonl.gz',
    'changed folder/changed.ts',
    'removed removed.ts',
  ])
})

test('what the commands write is not named', () => {
  const differences = watchCheckout(root)
  for (const folder of ['.git', 'node_modules', 'test/node_modules', 'dist', 'test-results']) {
    write(`${folder}/file`)
  }
  write('dist.ts')
  expect(differences()).toEqual(['added dist.ts', 'added test'])
})

test.each(['before', 'after'])('the data folder of a site that runs %s the tests is exempt', (when) => {
  const run = () => takeDataFolder(path.join(root, 'data'))
  const early = when === 'before' ? run() : undefined
  const differences = watchCheckout(root)
  early?.release()
  const late = when === 'after' ? run() : undefined
  write('data/file')
  write('database')
  expect(differences()).toEqual(['added database'])
  late?.release()
})
