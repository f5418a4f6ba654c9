import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFilmsCsv } from '../../../domain/csv/films-csv.ts'
import { COLUMN_NAMES } from '../../../domain/film/columns.ts'
import { runCommand } from '../../../server/admin/commands.ts'
import { newPerson, type Person } from '../../support/people/people.ts'
import { runProgram } from '../../support/site/programs.ts'
import { openForCommands, startServerOn, type TestServer } from '../../support/site/server.ts'
import { ENGINES, newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

/** Texts used both as titles and as directors. */
const HOSTILE = [
  '=HYPERLINK("http://x", "y")',
  "'=1+1",
  '-',
  '+1',
  '@home',
  '＝1',
  "''",
  '","',
  '"',
  'a;b|c',
  'Ōzu 👩‍🚀 \u202eابن',
  'x'.repeat(500),
  '👩'.repeat(500),
]

describe.each(ENGINES)('npm run admin -- export on %s', (engine) => {
  let database: TestDatabase
  let site: Pick<TestServer, 'db' | 'close'>
  let folder: string

  beforeAll(async () => {
    database = await newTestDatabase(engine)
    site = await openForCommands(database)
    folder = mkdtempSync(path.join(tmpdir(), 'criterion-export-'))
  })

  afterAll(async () => {
    await site?.close()
    await database?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const exporting = (...words: string[]) =>
    runProgram(['scripts/admin.ts', 'export', ...words], { ...database.env, INIT_CWD: folder })

  test('export writes the catalogue into the caller’s folder, and importing that file changes nothing', async () => {
    const { code, output } = await exporting('mine.csv')
    expect([code, output.trim()]).toEqual([0, '1299 films exported.'])
    expect(readdirSync(folder)).toEqual(['mine.csv'])
    const csv = readFileSync(path.join(folder, 'mine.csv'), 'utf8')
    const original = readFilmsCsv(readFileSync('catalogue/films.csv', 'utf8'))
    expect(readFilmsCsv(csv)).toEqual({ ...original, columns: COLUMN_NAMES })
    const imported = await runProgram(
      ['scripts/admin.ts', 'import', path.join(folder, 'mine.csv')],
      database.env,
    )
    expect(imported.output).toContain('0 added, 0 changed, 1299 left as they were.')
  })

  test.each([
    [
      '--aliases',
      'aliases.csv',
      'The aliases of 63 films exported.',
      '0 added, 0 changed, 63 left as they were.',
    ],
    ['--sets', 'sets.csv', '126 box sets exported.', '0 added, 0 changed, 126 left as they were.'],
  ])('export %s writes what an import takes', async (option, file, exported, imported) => {
    expect((await exporting(option, file)).output.trim()).toBe(exported)
    const { output } = await runProgram(['scripts/admin.ts', 'import', path.join(folder, file)], database.env)
    expect(output.trim()).toBe(imported)
    const own = await runProgram(['scripts/admin.ts', 'import', `catalogue/${file}`], database.env)
    expect(own.output.trim()).toBe(imported)
  })

  test('export without a file writes to standard output', async () => {
    const { code, output } = await exporting()
    expect(code).toBe(0)
    expect(readFilmsCsv(output)).toMatchObject({ problems: [], films: { length: 1299 } })
  })

  test('export works while no server is running', async () => {
    await site.close()
    expect((await exporting('alone.csv')).output).toContain('1299 films exported.')
    expect(readFilmsCsv(readFileSync(path.join(folder, 'alone.csv'), 'utf8')).films).toHaveLength(1299)
    site = await openForCommands(database)
  })

  test.each([
    ['none/films.csv', 'none/films.csv cannot be written'],
    ['.', '. exists and is not a file'],
  ])('an export to %s is refused with one sentence', async (file, sentence) => {
    const before = readdirSync(folder)
    const { code, errors } = await exporting(file)
    expect([code, errors]).toEqual([1, expect.stringContaining(sentence)])
    expect(readdirSync(folder)).toEqual(before)
  })

  test.each([
    ['a', 'b'],
    ['a', '--new-only'],
    ['a', '--sets', '--aliases'],
  ])('export accepts one file and refuses %s %s', async (...words) => {
    expect((await exporting(...words)).errors).toContain('npm run admin -- <command>')
    expect(readdirSync(folder)).not.toContain('a')
  })

  describe('films written through the API', () => {
    let server: TestServer
    let ada: Person

    beforeAll(async () => {
      await site.close()
      server = await startServerOn(database)
      ada = await newPerson(server, 'ada', 'admin')
      const films = HOSTILE.map((text, index) => ({
        spine: 7000 + index,
        title: text,
        director: text,
        country: text,
        ebay_link: 'https://x/?a="1",2;3',
      }))
      expect((await ada.client.from('films').insert(films)).error).toBeNull()
    })
    afterAll(() => server?.close())

    test('an export and an import restore all films unchanged', async () => {
      const { file: csv = '' } = await runCommand(server.db, { name: 'export', what: 'films' }, () => {})
      expect(csv).not.toMatch(/(^|,)"?[=+@＝]/m)
      const command = { name: 'import', file: 'films.csv', csv } as const
      const { sentence } = await runCommand(server.db, command, () => {})
      expect(sentence).toBe(`0 added, 0 changed, ${1299 + HOSTILE.length} left as they were.`)

      // The films are deleted and imported again, so the file must contain all of them.
      const hostile = () =>
        server.db.query(`select ${COLUMN_NAMES.join(', ')} from films where spine >= 7000 order by spine`)
      const written = await hostile()
      await server.db.query('delete from films where spine >= 7000')
      await runCommand(server.db, command, () => {})
      expect(await hostile()).toEqual(written)
    })
  })
})
