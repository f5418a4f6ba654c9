import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram, startSite, stopProcess } from '../../support/site/programs.ts'
import { openForCommands, type TestServer } from '../../support/site/server.ts'
import { ENGINES, newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

describe.each(ENGINES)('npm run admin -- import on %s', (engine) => {
  let database: TestDatabase
  let site: Pick<TestServer, 'db' | 'close'>
  let folder: string

  beforeAll(async () => {
    database = await newTestDatabase(engine)
    site = await openForCommands(database)
    folder = mkdtempSync(path.join(tmpdir(), 'criterion-import-'))
  })

  afterAll(async () => {
    await site?.close()
    await database?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  function importing(csv: string, ...options: string[]) {
    const file = path.join(folder, 'films.csv')
    writeFileSync(file, csv)
    return runProgram(['scripts/admin.ts', 'import', file, ...options], database.env)
  }

  const inDatabase = (statement: string) => site.db.query(statement)

  const film = async (spine: number) =>
    (await inDatabase(`select title, director, dvd, dvd_oop from films where spine = ${spine}`))[0]

  test('importing the catalogue’s own file changes nothing', async () => {
    const { code, output } = await importing(readFileSync('catalogue/films.csv', 'utf8'))
    expect(output).toContain('0 added, 0 changed, 1299 left as they were.')
    expect(code).toBe(0)
  })

  test('an import adds new spines, updates known ones and leaves others unchanged', async () => {
    const before = await film(1)
    const { output } = await importing(
      'spine,director,title\n1,Jean Renoir,La Grande Illusion\n2000,Someone,New Film\n',
    )
    expect(output).toContain('1 added, 1 changed, 0 left as they were.')
    expect(await film(1)).toEqual({ ...before, title: 'La Grande Illusion' })
    expect(await film(2000)).toMatchObject({ title: 'New Film', dvd: false })
  })

  test('--new-only changes no existing film', async () => {
    const { output } = await importing(
      'spine,title,director\n1,Another Title,x\n2001,Newer Film,y\n',
      '--new-only',
    )
    expect(output).toContain('1 added, 0 changed, 1 left as they were.')
    expect(await film(1)).toMatchObject({ title: 'La Grande Illusion' })
  })

  test('--new-only adds a release’s new spines to an edited catalogue', async () => {
    await inDatabase(`update films set title = 'Edited', dvd = false where spine = 5`)
    await inDatabase('delete from films where spine = 6')
    const { output } = await importing(readFileSync('catalogue/films.csv', 'utf8'), '--new-only')
    expect(output).toContain('1 added, 0 changed, 1298 left as they were.')
    expect(await film(5)).toMatchObject({ title: 'Edited', dvd: false })
    expect(await film(6)).toMatchObject({ title: 'Beauty and the Beast' })
  })

  test('the history shows each import as one update with the file’s name', async () => {
    const updates = await inDatabase(
      `select update_name, who, films, revertible from film_history where not in_update and operation = 'update' order by at`,
    )
    expect(updates).toEqual(
      // A revert keeps added films, so an update that only adds films cannot be reverted.
      [
        { films: 1299, revertible: false },
        { films: 126, revertible: false, update_name: 'sets.csv' },
        { films: 2, revertible: true },
        { films: 1, revertible: false },
        { films: 1, revertible: false },
      ].map((entry) => ({ update_name: 'films.csv', who: 'command line', ...entry })),
    )
  })

  test('the history shows a file name with line breaks as one line', async () => {
    const file = path.join(folder, ` two\nlines${'x'.repeat(200)}.csv`)
    writeFileSync(file, 'spine,title,director\n1,Again,x\n')
    const { output } = await runProgram(['scripts/admin.ts', 'import', file], database.env)
    expect(output).toContain('0 added, 1 changed')
    const [latest] = await inDatabase('select name from film_updates order by made_at desc limit 1')
    expect(latest).toEqual({ name: `two lines${'x'.repeat(200)}.csv` })
  })

  test('a file with invalid rows changes nothing, and each invalid row is reported with its line', async () => {
    const { code, errors } = await importing('spine,title,director\n2,Changed,x\nnull,a,b\n3,,c\n')
    expect(code).toBe(1)
    expect(errors).toContain('films.csv:3: spine "null" must be a whole number from 1')
    expect(errors).toContain('films.csv:4: title "" is empty')
    expect(errors).toContain('Nothing was changed.')
    expect(await film(2)).toMatchObject({ title: 'Seven Samurai' })
  })

  test('--keep-edits writes the file where nobody has edited, and adds no film', async () => {
    await inDatabase(`update films set running_time = null where spine in (7, 8)`)
    await inDatabase(`delete from films where spine = 9`)
    await inDatabase(`update films set running_time = 1, country = null where spine = 5`)
    const csv = readFileSync('catalogue/films.csv', 'utf8').replace('\n10,Walkabout,', '\n10,Walkabout!,')
    const { output } = await importing(csv, '--keep-edits')
    expect(output).toContain('0 added, 1 changed,')
    expect(
      await inDatabase(
        'select title, running_time, country from films where spine in (5, 8, 9, 10) order by spine',
      ),
    ).toEqual([
      { title: 'Edited', running_time: 1, country: null },
      { title: 'The Killer', running_time: null, country: 'Hong Kong' },
      { title: 'Walkabout!', running_time: 100, country: expect.any(String) },
    ])
  })

  test('aliases and sets are imported by the header of their file', async () => {
    const aliases = await importing(
      'value,spine,kind\nShichinin no samurai,2,title\ntt9,2,imdb\nx,99999,title\n',
    )
    expect(aliases.output).toContain('0 added, 1 changed, 0 left as they were.')
    expect(await inDatabase('select aliases from films where spine = 2')).toEqual([
      { aliases: { imdb: ['tt9'], title: ['Shichinin no samurai'] } },
    ])
    const header = 'set,set_spine,criterion_id,position,spine,title,director,year'
    const sets = await importing(
      `${header}\nOrpheus,66,155,2,68,,,\nOrpheus,66,155,1,,Le sang d’un poète,,1930\nNew,,,1,2,,,\n`,
    )
    expect(sets.output).toContain('1 added, 1 changed, 0 left as they were.')
    expect(
      await inDatabase(`select sets.title, place.title as film, spine from sets join set_films place on set_id = sets.id
        left join films on films.id = place.film_id where sets.title in ('Orpheus', 'New') order by 1, position`),
    ).toEqual([
      { title: 'New', film: null, spine: 2 },
      { title: 'Orpheus', film: 'Le sang d’un poète', spine: null },
      { title: 'Orpheus', film: null, spine: 68 },
    ])
    const misused = await importing('spine,kind,value\n2,title,x\n', '--new-only')
    expect(misused).toMatchObject({ code: 1, errors: expect.stringContaining('is no file of films') })
    const wrong = await importing('spine,kind,value\n2,imdb,x\n')
    expect(wrong.errors).toContain('films.csv:2: value "x" must be tt and digits')
  })

  test('check-catalogue names the films of the site', async () => {
    await inDatabase(`update films set director = 'Yasujirō Ozu' where spine = 217`)
    const { code, output } = await runProgram(['scripts/admin.ts', 'check-catalogue'], database.env)
    expect(code).toBe(0)
    expect(output).toMatch(/^Running time unknown: [1-9]/)
    expect(output).toContain('\n  5 Edited\n')
    expect(output).toMatch(/Name in several spellings: 1\n {2}Yasujiro Ozu \(.*\) \/ Yasujirō Ozu \(217\)/)
    expect(output).toMatch(/4K Ultra HD inferred: 1,?\d+\n {2}1, 3–4, /)
  })

  test('a missing file and unknown arguments are refused', async () => {
    const missing = await runProgram(
      ['scripts/admin.ts', 'import', path.join(folder, 'none.csv')],
      database.env,
    )
    expect(missing).toMatchObject({ code: 1, errors: expect.stringContaining('none.csv cannot be read') })
    const misused = await runProgram(['scripts/admin.ts', 'import', '--all'], database.env)
    expect(misused).toMatchObject({ code: 1, errors: expect.stringContaining('npm run admin -- <command>') })
  })

  test('a running server shows an import at once', async () => {
    await site.close()
    const { url, child } = await startSite(database.env)
    const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
    const titleNow = async () => {
      const response = await fetch(`${url}/rest/v1/films?select=title&spine=eq.3&apikey=${supabaseKey}`)
      return ((await response.json()) as { title: string }[])[0]?.title
    }
    expect(await titleNow()).toBe('The Lady Vanishes')
    const { code, output } = await importing('spine,title,director\n3,The Lady Appears,Alfred Hitchcock\n')
    expect(output).toContain('0 added, 1 changed')
    expect(code).toBe(0)
    expect(await titleNow()).toBe('The Lady Appears')

    const refused = await importing('spine,title,director\nx,a,b\n')
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('films.csv:2: spine "x"') })
    await stopProcess(child)
  })
})
