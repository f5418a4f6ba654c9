import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyBackup } from '../../../server/backup/read.ts'
import { signUp } from '../../support/people/account-client.ts'
import { runProgram } from '../../support/site/programs.ts'
import { startSiteWithKey } from '../../support/site/started-site.ts'
import {
  ENGINES,
  type Engine,
  newEmptyTestDatabase,
  newTestDatabase,
  type TestDatabase,
} from '../../support/site/test-database.ts'

let folder: string
const databases: TestDatabase[] = []

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'criterion-backup-'))
})

afterAll(async () => {
  for (const database of databases) await database.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function newDatabase(engine: Engine, filled: boolean): Promise<TestDatabase> {
  const database = await (filled ? newTestDatabase : newEmptyTestDatabase)(engine)
  databases.push(database)
  return { ...database, env: { ...database.env, BACKUP_DIR: path.join(folder, 'automatic') } }
}

const admin = (database: TestDatabase, ...words: string[]) =>
  runProgram(['scripts/admin.ts', ...words], { ...database.env, INIT_CWD: folder })

describe.each(ENGINES)('a backup on %s', (engine) => {
  let database: TestDatabase
  let site: Awaited<ReturnType<typeof startSiteWithKey>>

  beforeAll(async () => {
    database = await newDatabase(engine, true)
    site = await startSiteWithKey(database.env)
  })
  afterAll(() => site?.stop())

  test('a backup contains one moment, even while others write', async () => {
    const ada = await signUp(site, 'ada')
    expect((await admin(database, 'grant', 'ada')).errors).toBe('')
    // Each film and each set has one row in the history.
    let writing = true
    let spine = 8000
    const writer = async () => {
      while (writing) {
        const film = { spine: spine++, title: 'Meanwhile', director: 'Somebody' }
        expect((await ada.from('films').insert(film)).error).toBeNull()
      }
    }
    const writers = [writer(), writer()]
    const counts = []
    for (let count = 0; count < 3; count++) {
      expect((await admin(database, 'backup', `moment-${count}.gz`)).errors).toBe('')
      const { rows } = await verifyBackup('', path.join(folder, `moment-${count}.gz`))
      counts.push([(rows['public.films'] ?? 0) + (rows['public.sets'] ?? 0), rows['public.film_changes']])
    }
    writing = false
    await Promise.all(writers)
    expect(counts[2]?.[0]).toBeGreaterThan(counts[0]?.[0] ?? 0)
    for (const [titles, changes] of counts) expect(changes).toBe(titles)
  })

  test('a backup replaces a file of the same name only when it is complete', async () => {
    const file = path.join(folder, 'kept.gz')
    writeFileSync(file, 'older')
    expect((await admin(database, 'backup', 'kept.gz')).code).toBe(0)
    expect((await verifyBackup('', file)).rows['auth.api_keys']).toBe(1)
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
    expect((await admin(database, 'backup', 'none/site.gz')).errors).toMatch(
      /^none\/site\.gz cannot be written/,
    )
  })

  test('a backup is not restored over an existing site', async () => {
    await admin(database, 'backup', 'again.gz')
    const { code, errors } = await admin(database, 'restore', 'again.gz')
    expect(code).toBe(1)
    expect(errors).toMatch(engine === 'pglite' ? /in use by process/ : /not empty; make a new one/)
  })
})

describe('backup files', () => {
  let database: TestDatabase
  let whole: Buffer

  beforeAll(async () => {
    database = await newDatabase('pglite', true)
    expect((await admin(database, 'backup', 'whole.gz')).errors).toBe('')
    whole = readFileSync(path.join(folder, 'whole.gz'))
  })

  test('a backup file is verified by restoring it', async () => {
    const { output } = await admin(database, 'check-backup', 'whole.gz')
    expect(output).toMatch(/^whole\.gz can be restored: it is of .* UTC and has 1,299 films, 0 accounts/)
  })

  const altered = (from: string | RegExp, to: string) =>
    gzipSync(gunzipSync(whole).toString().replace(from, to))

  test.each([
    ['cut short', () => whole.subarray(0, whole.length - 1000), /is damaged: it was cut short/],
    [
      'cut at a line',
      () => gzipSync(gunzipSync(whole).toString().split('\n').slice(0, -3).join('\n')),
      /is damaged/,
    ],
    ['changed in one letter', () => altered('Seven Samurai', 'Seven Samurais'), /is damaged/],
    ['of something else', () => gzipSync('{"films": 1}\n'), /is not a backup of this program/],
    ['not compressed', () => gunzipSync(whole), /is not a backup of this program/],
    ['of a later format', () => altered('"formatVersion":1', '"formatVersion":2'), /made by a newer version/],
    ['empty', () => '', /is damaged/],
  ])('a backup file that is %s is refused', async (_, content, sentence) => {
    const file = path.join(folder, 'bad.gz')
    writeFileSync(file, content())
    await expect(verifyBackup('bad.gz', file)).rejects.toThrow(sentence)
  })

  test('a backup file is not restored over a stopped site', async () => {
    expect((await admin(database, 'restore', 'whole.gz')).errors).toMatch(/has a database already; move/)
  })

  test('a damaged backup file creates nothing', async () => {
    writeFileSync(path.join(folder, 'bad.gz'), whole.subarray(0, whole.length - 1000))
    const empty = await newDatabase('pglite', false)
    const { code, errors } = await admin(empty, 'restore', 'bad.gz')
    expect([code, errors]).toEqual([
      1,
      'bad.gz is damaged: it was cut short or altered; take another backup.\n',
    ])
    expect(existsSync(empty.env.DATA_DIR)).toBe(false)
  })

  test('a backup file with contradicting rows is refused and creates nothing', async () => {
    const engine = 'postgres'
    const lines = gunzipSync(whole).toString().split('\n')
    const watched = lines.findIndex((line) =>
      line.startsWith('{"table":{"schema":"public","name":"user_roles"'),
    )
    lines.splice(watched + 1, 0, `["${crypto.randomUUID()}","admin"]`)
    const body = lines
      .slice(0, -2)
      .map((line) => `${line}\n`)
      .join('')
    const { end } = JSON.parse(lines.at(-2) ?? '')
    const sha256 = createHash('sha256').update(body).digest('hex')
    const last = { end: { rows: { ...end.rows, 'public.user_roles': 1 }, sha256 } }
    writeFileSync(path.join(folder, 'torn.gz'), gzipSync(`${body}${JSON.stringify(last)}\n`))
    const empty = await newDatabase(engine, false)
    const { code, errors } = await admin(empty, 'restore', 'torn.gz')
    expect([code, errors]).toEqual([1, expect.stringMatching(/^torn\.gz cannot be restored \(.*foreign key/)])
    // The database is still empty.
    expect((await admin(empty, 'restore', 'whole.gz')).errors).toBe('')
  })
})
