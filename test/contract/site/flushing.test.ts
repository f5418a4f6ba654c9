import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { expect, test, vi } from 'vitest'
import { DurableNodeFS } from '../../../server/db/pglite/durable-fs.ts'
import { START_PARAMETERS } from '../../../server/db/pglite/options.ts'

// npm run test:power-cut checks what is left after a power cut; docs/reliability.md has its figures.

test('the embedded engine flushes every commit to the disk', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-flush-'))
  const db = await PGlite.create({ fs: new DurableNodeFS(folder), startParams: START_PARAMETERS })
  await db.exec('create table notes (id int)')
  const flush = vi.spyOn(fs, 'fsyncSync')
  for (let id = 0; id < 100; id++) await db.query('insert into notes values ($1)', [id])
  expect(flush.mock.calls.length).toBeGreaterThanOrEqual(100)
  flush.mockRestore()
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})
