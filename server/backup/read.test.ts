import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { FORMAT, FORMAT_VERSION } from './format.ts'
import { verifyBackup } from './read.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'criterion-read-'))
afterAll(() => rmSync(folder, { recursive: true }))

const HEADER = JSON.stringify({
  format: FORMAT,
  formatVersion: FORMAT_VERSION,
  version: '1',
  createdAt: '2026-11-21T12:00:00.000Z',
  engine: 'pglite',
  postgres: '18',
  migrations: [],
})

function backupOf(...lines: string[]): string {
  const file = path.join(folder, 'backup.jsonl.gz')
  writeFileSync(file, gzipSync([HEADER, ...lines].join('\n')))
  return file
}

test('the time to read a line grows with its length, not with its square', async () => {
  const start = process.cpuUsage()
  const file = backupOf(`["${'x'.repeat(40_000_000)}"]`)
  await expect(verifyBackup('it', file)).rejects.toThrow('it is damaged')
  // Joining the parts for each chunk took more than a minute.
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(5)
})

test('a line that is longer than any of a backup is refused before it fills the memory', async () => {
  const file = backupOf('x'.repeat(65_000_000))
  await expect(verifyBackup('it', file)).rejects.toThrow(
    'it has a line of more than 64 million characters, as no backup has; take another one.',
  )
})

test('lines are read whole wherever the chunks end', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => `["${'é'.repeat(index * 50)}"]`)
  const table = JSON.stringify({ table: { schema: 'public', name: 'films' }, columns: ['title'] })
  const text = [HEADER, table, ...rows].map((line) => `${line}\n`).join('')
  const end = { rows: { 'public.films': 200 }, sha256: createHash('sha256').update(text).digest('hex') }
  const verified = await verifyBackup('it', backupOf(table, ...rows, JSON.stringify({ end }), ''))
  expect(verified.rows).toEqual({ 'public.films': 200 })
})
