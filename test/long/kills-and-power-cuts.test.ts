import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/db/database.ts'
import { takeDataFolder } from '../../server/db/pglite/data-folder.ts'
import { checkpointLongWal } from '../../server/db/pglite/housekeeping.ts'
import { openSite } from '../../server/site.ts'
import { seeded } from '../support/random.ts'
import { startCluster } from '../support/site/postgres-cluster.ts'
import { startSite, stopProcess } from '../support/site/programs.ts'
import { killRepeatedly } from './kill/kill-repeatedly.ts'
import { killableEmbeddedSite, killablePostgresSite } from './kill/killable-sites.ts'
import { cutPower } from './power-cut/cut-power.ts'
import { Disk } from './power-cut/disk.ts'
import { recordSite } from './power-cut/record-site.ts'

// A few kills and power cuts; npm run test:crash and npm run test:power-cut run many.

let workplace: string
beforeAll(() => {
  workplace = mkdtempSync(path.join(tmpdir(), 'criterion-crash-'))
})
afterAll(() => rmSync(workplace, { recursive: true, force: true }))

/** Each test starts the site several times while other tests run. */
const LONG = { timeout: 300_000 }

describe('a site that is killed under load', () => {
  test('a restarted site has every acknowledged write on pglite', LONG, async () => {
    const victim = await killableEmbeddedSite(inject('dataTemplate'))
    try {
      const { problems, acknowledged } = await killRepeatedly(victim, 3, seeded(1), () => {})
      expect(problems).toEqual([])
      expect(acknowledged).toBeGreaterThan(0)
    } finally {
      await victim.remove()
    }
  })

  test(
    'a restarted site has every acknowledged write on postgres, whose server is killed in turn',
    LONG,
    async () => {
      const victim = await killablePostgresSite(await startCluster())
      try {
        const { problems, acknowledged } = await killRepeatedly(victim, 2, seeded(2), () => {})
        expect(problems).toEqual([])
        expect(acknowledged).toBeGreaterThan(0)
      } finally {
        await victim.remove()
      }
    },
  )
})

test(
  'the embedded engine acknowledges a write only after its flush, and a power cut loses no acknowledged write',
  LONG,
  async () => {
    const folder = path.join(workplace, 'recorded')
    cpSync(inject('dataTemplate'), path.join(folder, 'data'), { recursive: true })
    const disk = Disk.of(folder)
    const recording = await recordSite(folder, path.join(workplace, 'journal'), 100)
    const { problems, cuts, singleCallerWrites } = await cutPower(recording, disk, 2, seeded(3), workplace)
    expect(problems).toEqual([])
    expect([cuts, singleCallerWrites]).toEqual([2, 20])
  },
)

test(
  'a write whose flush fails is not acknowledged, and writes succeed again once the disk works',
  LONG,
  async () => {
    const dataDir = path.join(workplace, 'failing')
    const failing = path.join(workplace, 'flushes-fail')
    cpSync(inject('dataTemplate'), dataDir, { recursive: true })
    const { url, child } = await startSite({
      DATA_DIR: dataDir,
      NODE_OPTIONS: `--import=${path.resolve('test/long/failing-flush.ts')}`,
      FLUSHES_FAIL_WHILE: failing,
    })
    const { supabaseKey: apikey } = (await (await fetch(`${url}/config.json`)).json()) as {
      supabaseKey: string
    }
    const signUp = async (username: string) => {
      const response = await fetch(`${url}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey, 'content-type': 'application/json' },
        body: JSON.stringify({
          email: `${username}@example.org`,
          password: 'as long as it is safe',
          data: { username },
        }),
      })
      return response.status
    }
    try {
      expect(await signUp('before')).toBe(200)
      writeFileSync(failing, '')
      expect(await signUp('meanwhile')).toBe(503)
      rmSync(failing)
      await vi.waitFor(async () => expect((await fetch(`${url}/health`)).status).toBe(200), 60_000)
      expect(await signUp('after')).toBe(200)
    } finally {
      await stopProcess(child, 'SIGKILL')
    }
  },
)

describe('an interrupted first start', () => {
  test('each first start creates the engine in a separate draft folder, because a killed start may still write to its own', () => {
    const dataDir = path.join(workplace, 'drafts')
    const drafts = Array.from({ length: 2 }, () => {
      const folder = takeDataFolder(dataDir)
      folder.release()
      return folder.draft
    })
    expect(new Set(drafts).size).toBe(2)
  })
})

describe('the embedded engine’s write-ahead log', () => {
  let db: Database
  beforeAll(async () => {
    const dataDir = path.join(workplace, 'log')
    cpSync(inject('dataTemplate'), dataDir, { recursive: true })
    db = await openSite(readConfig({ DATA_DIR: dataDir }))
  })
  afterAll(() => db?.close())

  const redo = async () => (await db.query('select redo_lsn::text as at from pg_control_checkpoint()'))[0]?.at

  test('the embedded engine’s write-ahead log is recycled when it is long, and not before', async () => {
    const before = await redo()
    await checkpointLongWal(db.query)
    expect(await redo()).toBe(before)

    await db.query(
      `create table public.notes as select number, repeat('x', 1000) from generate_series(1, 35000) as number`,
    )
    await checkpointLongWal(db.query)
    expect(await redo()).not.toBe(before)
  })
})
