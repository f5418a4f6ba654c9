import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFilmsCsv } from '../../../domain/csv/films-csv.ts'
import { loadFilms } from '../../../server/admin/catalogue/load-films.ts'
import { readConfig } from '../../../server/config.ts'
import type { Database, Queryable } from '../../../server/db/database.ts'
import { openSite } from '../../../server/site.ts'
import { runProgram } from '../../support/site/programs.ts'
import { ENGINES, newEmptyTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../supabase/migrations')

/** The first eight digits of the migrations of 0.1.0. */
const BASELINE = '20261123'

/** Films as the catalogue of 0.1.0 had them. */
const CATALOGUE = `spine,title,director,country,year,laserdisc,dvd,bluray,bluray_4k,dvd_oop,imdb_link,product_url
2,Seven Samurai,Akira Kurosawa,Japan,1954,true,true,true,true,false,https://www.imdb.com/title/tt0047478/,
5,The 400 Blows,François Truffaut,France,1959,true,true,true,true,false,,
6,Beauty and the Beast,Jean Cocteau,France,1946,true,true,true,false,false,,
13,The Silence of the Lambs,Jonathan Demme,United States,1991,true,true,true,false,false,,
57,Charade,Stanley Donen,United States,1963,true,true,true,false,false,,
62,The Passion of Joan of Arc,Carl Th. Dreyer,France,1928,false,true,true,false,false,,
66,The Orphic Trilogy,Jean Cocteau,France,,false,true,false,false,false,,
67,The Blood of a Poet,Jean Cocteau,France,1930,false,true,false,false,true,,
68,Orpheus,Jean Cocteau,France,1950,false,true,true,false,true,,
69,Testament of Orpheus,Jean Cocteau,France,1960,false,true,false,false,true,,
106,Coup de torchon,Bertrand Tavernier,France,1981,false,true,false,false,false,https://www.imdb.com/title/tt1784447/,
160,Another Label’s Film,Somebody,,,false,true,false,false,false,,
`

const ADA = randomUUID()
const OLGA = randomUUID()

/** What these people track of spines 57 and 62, and whether a release on 4K is news for them. */
const TRACKING = [
  { name: 'owns-dvd', table: 'user_ownership', formats: { owns_dvd: true }, isNews: true },
  { name: 'owns-bluray', table: 'user_ownership', formats: { owns_bluray: true }, isNews: true },
  {
    name: 'owns-4k',
    table: 'user_ownership',
    formats: { owns_dvd: true, owns_bluray_4k: true },
    isNews: false,
  },
  { name: 'wishes', table: 'user_wishlist', formats: {}, isNews: true },
  { name: 'has-watched', table: 'user_watched', formats: {}, isNews: false },
].map((person) => ({ id: randomUUID(), ...person }))

describe.each(ENGINES)('a site of 0.1.0 on %s', (engine) => {
  let folder: string
  let database: TestDatabase
  let db: Database

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'criterion-catalogue-upgrade-'))
    const baseline = path.join(folder, 'migrations')
    cpSync(MIGRATIONS, baseline, {
      recursive: true,
      filter: (file) => !file.endsWith('.sql') || isBaseline(file),
    })
    expect(readdirSync(baseline).length).toBeLessThan(readdirSync(MIGRATIONS).length)
    database = await newEmptyTestDatabase(engine)
    const env = { ...database.env, BACKUP_DIR: 'none' }
    const older = await openSite(readConfig({ ...env, MIGRATIONS_DIR: baseline, CATALOGUE: 'none' }))
    await older.transaction((tx) => loadFilms(tx, readFilmsCsv(CATALOGUE), { name: 'films.csv' }))
    await edit(older)
    await older.close()
    const admin = ['scripts/admin.ts', 'backup', backup()]
    const made = await runProgram(admin, { ...env, MIGRATIONS_DIR: baseline, CATALOGUE: 'none' })
    expect(made.errors).toBe('')
    db = await openSite(readConfig(env))
  })
  afterAll(async () => {
    await db?.close()
    await database?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const backup = () => path.join(folder, '0.1.0.backup')

  const isBaseline = (file: string) => path.basename(file).startsWith(BASELINE)

  /** Lets the rest of a transaction be that of a person. */
  const actAs = (tx: Queryable, id: string) =>
    tx.query(`select set_config('request.jwt.claims', jsonb_build_object('sub', $1::text)::text, true)`, [id])

  async function restart(settings: Record<string, string> = {}) {
    await db.close()
    db = await openSite(readConfig({ ...database.env, BACKUP_DIR: 'none', ...settings }))
  }

  async function edit(older: Database) {
    for (const [id, name] of [
      [ADA, 'ada'],
      [OLGA, 'olga'],
      ...TRACKING.map(({ id, name }) => [id, name] as const),
    ] as const) {
      await older.query(
        `insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
         values ($1, $2 || '@example.org', 'a hash', jsonb_build_object('username', $2::text))`,
        [id, name],
      )
    }
    await older.query(
      `insert into public.user_ownership (user_id, film_id, owns_dvd)
       select $1, id, true from public.films where spine in (5, 67)`,
      [OLGA],
    )
    for (const list of ['user_wishlist', 'user_watched']) {
      await older.query(
        `insert into public.${list} (user_id, film_id) select $1, id from public.films where spine = 67`,
        [OLGA],
      )
    }
    for (const { id, table, formats } of TRACKING) {
      const columns = ['user_id', 'film_id', ...Object.keys(formats)].join(', ')
      const flags = Object.values(formats).map((flag) => `, ${flag}`)
      await older.query(
        `insert into public.${table} (${columns}) select $1, id${flags.join('')} from public.films where spine in (57, 62)`,
        [id],
      )
    }
    await older.transaction(async (tx) => {
      await actAs(tx, ADA)
      await tx.query(`update public.films set title = 'A Film of Hers', dvd = false where spine = 2`)
      await tx.query(`update public.films set bluray_4k = true where spine = 13`)
      await tx.query(`update public.films set bluray_4k = false where spine = 13`)
      await tx.query(`update public.films set wikipedia_link = 'https://example.org/hers' where spine = 5`)
      await tx.query(`delete from public.films where spine in (6, 67)`)
      await tx.query(
        `insert into public.films (spine, title, director, imdb_link)
         values (129, 'Le trou', 'Jacques Becker', 'https://www.imdb.com/title/tt16310662/'),
           (2000, 'La Strada', 'Wong Kar-wai', null)`,
      )
    })
  }

  const film = async (spine: number, ...columns: string[]) => {
    const [row] = await db.query(`select ${columns.join(', ')} from public.films where spine = $1`, [spine])
    return row
  }

  test('an upgrade fills in the facts of the new catalogue where nobody edited', async () => {
    expect(await film(57, 'running_time', 'language', 'tmdb_id', 'sort_title', 'bluray_4k')).toEqual({
      running_time: 113,
      language: 'English',
      tmdb_id: 4808,
      sort_title: 'Charade',
      bluray_4k: true,
    })
    expect(await film(62, 'director', 'sort_director')).toEqual({
      director: 'Carl Theodor Dreyer',
      sort_director: 'Dreyer, Carl Theodor',
    })
    expect(await film(66, 'dvd_oop')).toEqual({ dvd_oop: true })
    expect(await film(106, 'imdb_link')).toEqual({ imdb_link: 'https://www.imdb.com/title/tt0082206/' })
  })

  test('an upgrade stores the marks of a deleted film as hidden rows', async () => {
    const [gone] = await db.query<{ film_id: number }>(
      `select film_id from public.film_changes where operation = 'deleted' and before -> 'spine' = '67'`,
    )
    const which = [OLGA, gone?.film_id ?? 0]
    const rows = `select 'owned' as list, owns_dvd as dvd from public.user_ownership where user_id = $1 and film_id = $2
      union all select 'wished', null from public.user_wishlist where user_id = $1 and film_id = $2
      union all select 'watched', null from public.user_watched where user_id = $1 and film_id = $2
      order by 1`
    const stored = [
      { list: 'owned', dvd: true },
      { list: 'watched', dvd: null },
      { list: 'wished', dvd: null },
    ]
    expect(await db.query(rows, which)).toEqual(stored)
    const readByOlga = () =>
      db.transaction(async (tx) => {
        await actAs(tx, OLGA)
        await tx.query('set local role authenticated')
        return tx.query(rows, which)
      })
    expect(await readByOlga()).toEqual([])
    // As its restoration does.
    await db.query('delete from private.deleted_films where film_id = $1', which.slice(1))
    expect(await readByOlga()).toEqual(stored)
    await db.query('insert into private.deleted_films values ($1)', which.slice(1))
  })

  test('an upgrade preserves the changes of an admin, including values that were changed back', async () => {
    expect(await film(2, 'title', 'sort_title', 'dvd', 'running_time')).toEqual({
      title: 'A Film of Hers',
      sort_title: 'Film of Hers',
      dvd: false,
      running_time: 207,
    })
    expect(await film(13, 'bluray_4k', 'running_time')).toEqual({ bluray_4k: false, running_time: 118 })
    expect(await film(5, 'wikipedia_link', 'sort_title')).toEqual({
      wikipedia_link: 'https://example.org/hers',
      sort_title: '400 Blows',
    })
  })

  test('only the empty columns of a film that an admin added are filled in', async () => {
    expect(await film(129, 'imdb_link', 'running_time', 'sort_title')).toEqual({
      imdb_link: 'https://www.imdb.com/title/tt16310662/',
      running_time: 131,
      sort_title: 'trou',
    })
    expect(await film(2000, 'sort_title', 'sort_director', 'running_time')).toEqual({
      sort_title: 'La Strada',
      sort_director: 'Wong Kar-wai',
      running_time: null,
    })
  })

  test('another film with a spine of the catalogue is not changed', async () => {
    expect(await film(160, 'title', 'running_time', 'imdb_link')).toEqual({
      title: 'Another Label’s Film',
      running_time: null,
      imdb_link: null,
    })
  })

  test('deleted films stay deleted, and sets name them by their title', async () => {
    expect(await film(6, 'id')).toBeUndefined()
    const films = await db.query(
      `select position, spine, place.title from public.sets held join public.set_films place on set_id = held.id
       left join public.films on films.id = place.film_id
       where held.film_id = (select id from public.films where spine = 66) order by position`,
    )
    expect(films).toEqual([
      { position: 1, spine: null, title: 'The Blood of a Poet' },
      { position: 2, spine: 68, title: null },
      { position: 3, spine: 69, title: null },
    ])
  })

  test('only sets of films of this site are added', async () => {
    const [row] = await db.query(
      `select count(*)::int as sets, count(*) filter (where title = 'The Samurai Trilogy')::int as others from public.sets`,
    )
    expect(row).toEqual({ sets: 4, others: 0 })
  })

  test('the upgrade is in the history, and people keep their marks', async () => {
    const updates = await db.query(
      `select update_name, who from public.film_history where operation = 'update' order by at, update_name`,
    )
    expect(updates).toEqual(
      ['films.csv', 'films.csv', 'sets.csv'].map((update_name) => ({ update_name, who: 'command line' })),
    )
    const marks = await db.query(
      `select spine, owns_dvd from public.user_ownership join public.films on films.id = film_id where user_id = $1`,
      [OLGA],
    )
    expect(marks).toEqual([{ spine: 5, owns_dvd: true }])
  })

  test('a backup of 0.1.0 is restored with the same facts', async () => {
    const restored = await newEmptyTestDatabase(engine)
    try {
      const env = { ...restored.env, BACKUP_DIR: 'none' }
      const { errors } = await runProgram(['scripts/admin.ts', 'restore', backup()], env)
      expect(errors).toBe('')
      const other = await openSite(readConfig(env))
      const catalogue = async (site: Database) => [
        await site.query(`select to_jsonb(films) - 'updated_at' as film from public.films order by id`),
        await site.query('select title, film_id, criterion_id, films from public.sets order by title'),
        await site.query('select film_id, kind, value from public.film_aliases order by 1, 2, 3'),
      ]
      expect(await catalogue(other)).toEqual(await catalogue(db))
      await other.close()
    } finally {
      await restored.remove()
    }
  })

  test('the next start changes nothing', async () => {
    const changes = () => db.query('select count(*)::int as changes from public.film_changes')
    const before = await changes()
    await restart()
    expect(await changes()).toEqual(before)
  })

  /** The news that a person has not seen. */
  const newsFor = (id: string) =>
    db.transaction(async (tx) => {
      await actAs(tx, id)
      return tx.query('select spine, kind, format from public.own_news()')
    })

  const released = (spine: number) => ({ spine, kind: 'format', format: 'bluray_4k' })

  test('a release in the new catalogue is news until it is seen, also after the next start', async () => {
    for (const { id, name, isNews } of TRACKING)
      expect(await newsFor(id), name).toEqual(isNews ? [released(57)] : [])
    for (const { id } of TRACKING) {
      await db.transaction(async (tx) => {
        await actAs(tx, id)
        await tx.query('select public.mark_news_seen((select max(id) from public.own_news()))')
      })
    }
    await restart()
    for (const { id, name } of TRACKING) expect(await newsFor(id), name).toEqual([])
  })

  test('a release in the catalogue of a later upgrade is news for people who have seen earlier news', async () => {
    const later = path.join(folder, 'later')
    cpSync(MIGRATIONS, later, { recursive: true })
    writeFileSync(path.join(later, '20991231000000_later.sql'), 'select 1;')
    const catalogue = path.join(folder, 'later.csv')
    writeFileSync(
      catalogue,
      'spine,title,director,bluray_4k\n62,The Passion of Joan of Arc,Carl Theodor Dreyer,true\n',
    )
    for (let start = 0; start < 2; start++) {
      await restart({ MIGRATIONS_DIR: later, CATALOGUE: catalogue })
      for (const { id, name, isNews } of TRACKING)
        expect(await newsFor(id), name).toEqual(isNews ? [released(62)] : [])
    }
  })
})
