import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Engine, newPlace, type Place } from '../../contract/place.ts'
import { readConfig } from '../../server/config.ts'
import { openSite } from '../../server/site.ts'

/** Runs a script of several statements and answers the rows of each. */
type Run = (script: string) => Promise<Record<string, unknown>[][]>

const FILES = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.sql'))

describe.each(ENGINES)('row rules on %s', (engine) => {
  let place: Place
  let session: { run: Run; close: () => Promise<void> }

  beforeAll(async () => {
    place = await newPlace(engine)
    await openSite(readConfig(place.env)).then((db) => db.close())
    session = await openSession(engine, place)
    await session.run(pgtap())
  })

  afterAll(async () => {
    await session?.close()
    await place?.remove()
  })

  test.each(FILES)('%s', async (file) => {
    const results = await session.run(readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    const lines = results.flat().map((row) => String(Object.values(row)[0]))
    expect(lines.filter((line) => /^not ok|^# Looks like/.test(line))).toEqual([])
    const [, planned] = /^1\.\.(\d+)$/.exec(lines[0] ?? '') ?? []
    expect(lines.filter((line) => line.startsWith('ok ')).length).toBe(Number(planned))
  })
})

async function openSession(
  engine: Engine,
  { env }: Place,
): Promise<{ run: Run; close: () => Promise<void> }> {
  if (engine === 'postgres') {
    const client = new pg.Client({ connectionString: env.DATABASE_URL })
    await client.connect()
    return {
      run: async (script) =>
        [(await client.query(script)) as pg.QueryResult | pg.QueryResult[]].flat().map((r) => r.rows),
      close: () => client.end(),
    }
  }
  const db = await PGlite.create({ fs: new NodeFS(path.join(env.DATA_DIR ?? '', 'postgres')) })
  return {
    run: async (script) => (await db.exec(script)).map((result) => result.rows as Record<string, unknown>[]),
    close: () => db.close(),
  }
}

/** pgTAP is pure SQL: what the package carries for the embedded engine loads into any PostgreSQL. */
function pgtap(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite-pgtap')
  const archive = path.join(path.dirname(entry), 'pgtap.tar.gz')
  const script = execFileSync('tar', ['-xzOf', archive, 'share/postgresql/extension/pgtap--1.3.5.sql'], {
    maxBuffer: 16 * 1024 * 1024,
  })
  return `create schema tap; set search_path = public, tap; ${script.toString().replaceAll('@extschema@', 'tap')};
    grant usage on schema tap to public;`
}
