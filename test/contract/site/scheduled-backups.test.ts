import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { verifyBackup } from '../../../server/backup/read.ts'
import { startSite, stopProcess } from '../../support/site/programs.ts'
import { ENGINES, newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

const EVERY_MS = 1800
const PATIENCE = { timeout: 90_000, interval: 50 }

describe.each(ENGINES)('scheduled backups on %s', (engine) => {
  let database: TestDatabase
  let folder: string

  beforeAll(async () => {
    database = await newTestDatabase(engine)
    folder = mkdtempSync(path.join(tmpdir(), 'criterion-scheduled-'))
  })
  afterAll(async () => {
    await database?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = (dir: string, settings: Record<string, string> = {}) =>
    startSite({
      ...database.env,
      BACKUP_DIR: dir,
      BACKUP_EVERY: String(EVERY_MS / 3_600_000),
      BACKUP_KEEP: '2',
      ...settings,
    })
  const backups = (dir: string) => readdirSync(dir).filter((name) => /^scheduled-.*gz$/.test(name))
  const timeOf = (name: string) => Date.parse(name.slice(10, 34).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

  test('one of all processes writes complete backups on schedule and removes the oldest', async () => {
    const dir = path.join(folder, 'kept')
    mkdirSync(dir)
    writeFileSync(path.join(dir, 'scheduled-mine.txt'), '')
    const servers = [await start(dir), ...(engine === 'postgres' ? [await start(dir)] : [])]
    const seen = new Set<string>()
    await vi.waitFor(() => {
      for (const name of backups(dir)) seen.add(name)
      expect(seen.size).toBeGreaterThanOrEqual(4)
    }, PATIENCE)
    await Promise.all(servers.map(({ child }) => stopProcess(child)))
    expect(servers.map(({ child, printed }) => [child.exitCode, printed.errors])).toEqual(
      servers.map(() => [0, '']),
    )

    const left = readdirSync(dir).sort()
    expect(left).toEqual([...backups(dir).sort(), 'scheduled-mine.txt'])
    expect(backups(dir)).toHaveLength(2)
    for (const name of backups(dir)) {
      expect((await verifyBackup(name, path.join(dir, name))).rows['public.films']).toBe(1299)
    }
    const times = [...seen].map(timeOf).sort()
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(EVERY_MS)
  })

  test('a failed backup is reported with the setting to fix, and the site keeps running', async () => {
    const inTheWay = path.join(folder, 'a-file')
    writeFileSync(inTheWay, '')
    const { child, printed, url } = await start(inTheWay)
    await vi.waitFor(() => {
      expect(printed.output).toMatch(
        /The scheduled backup failed\. BACKUP_DIR is .*a-file, where no backup can be written/,
      )
    }, PATIENCE)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    await stopProcess(child)
  })

  test('backups dated ahead by a wrong clock do not displace the new ones, nor the one before an upgrade', async () => {
    const dir = path.join(folder, 'ahead')
    mkdirSync(dir)
    const ahead = ['scheduled', 'before-upgrade'].flatMap((kind) =>
      [1, 2].map((day) => `${kind}-2099-01-0${day}T00-00-00.000Z.jsonl.gz`),
    )
    for (const name of ahead) writeFileSync(path.join(dir, name), '')
    // Afterwards the database has a migration that the servers of the other tests lack.
    const migrations = path.join(folder, 'migrations')
    cpSync('supabase/migrations', migrations, { recursive: true })
    writeFileSync(path.join(migrations, '29990101000000_later.sql'), 'create table private.later (id int);')
    const { child } = await start(dir, { MIGRATIONS_DIR: migrations })
    const seen = new Set<string>()
    await vi.waitFor(() => {
      for (const name of backups(dir)) seen.add(name)
      expect(seen.size).toBeGreaterThanOrEqual(ahead.length / 2 + 3)
    }, PATIENCE)
    await stopProcess(child)
    const left = readdirSync(dir)
    expect(left).toEqual(expect.arrayContaining(ahead))
    const fresh = left.filter((name) => !ahead.includes(name))
    expect(fresh.map((name) => name.replace(/-\d.*/, '')).sort()).toEqual([
      'before-upgrade',
      'scheduled',
      'scheduled',
    ])
    for (const name of fresh) await verifyBackup(name, path.join(dir, name))
  })
})
