import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importCollection } from '../../../server/admin/collection/import-collection.ts'
import { runCommand } from '../../../server/admin/commands.ts'
import { filmOf } from '../../support/import/catalogue.ts'
import { WRITERS } from '../../support/import/write-files.ts'
import { newPerson, type Person } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('npm run admin -- import-collection on %s', (engine) => {
  let server: TestServer
  let anna: Person

  beforeAll(async () => {
    server = await startServer(engine)
    anna = await newPerson(server, 'anna')
  })
  afterAll(() => server?.close())

  const run = async (who: string, kind: string, discs: 'none' | 'best' = 'none') => {
    const entries = [2, 3, 261].map((spine) => ({ film: filmOf(spine), formats: ['dvd'] as const }))
    const { bytes, name } = WRITERS[kind]?.(entries) ?? { bytes: new Uint8Array([0]), name: 'x' }
    const base64 = Buffer.from(bytes).toString('base64')
    return (
      await runCommand(
        server.db,
        { name: 'import-collection', who, file: `/tmp/${name}`, base64, discs },
        () => {},
      )
    ).sentence
  }

  test('the command adds certain matches as an import that the person can undo', async () => {
    expect(await run('anna', 'CLZ web')).toBe(
      'CLZ Movies (In Collection: owned): 3 rows, 2 matched, 1 to check and left out, 0 not in the collection.\nanna: 2 of 2 titles got new marks; now 2 owned, 0 watched, 0 wishlist.',
    )
    expect(await run('anna@example.org', 'CLZ web')).toContain('0 of 2 titles got new marks')
    const [made] =
      (await anna.client.from('imports').select('id, formats').order('formats', { ascending: false })).data ??
      []
    expect(made).toMatchObject({ formats: 2 })
    await anna.client.rpc('undo_import', { import_id: made?.id ?? '' }).throwOnError()
    expect((await anna.client.from('user_ownership').select('film_id')).data).toEqual([])
  })

  test('the command does not count deleted films', async () => {
    const [gone] = await server.db.query<{ id: number }>('select id from public.films where spine = 300')
    const film_id = gone?.id ?? 0
    await anna.client.from('user_ownership').insert({ film_id, owns_dvd: true }).throwOnError()
    await anna.client.from('user_watched').insert({ film_id }).throwOnError()
    expect(await run('anna', 'CLZ web')).toContain('now 3 owned, 1 watched')
    await server.db.query('delete from public.films where id = $1', [film_id])
    expect(await run('anna', 'CLZ web')).toContain('now 2 owned, 0 watched')
    await anna.client.from('user_ownership').delete().eq('user_id', anna.id).throwOnError()
  })

  test('the command ticks the best released format on request if the file names none', async () => {
    expect(await run('anna', 'a table of titles', 'best')).toContain('2 of 2 titles')
  })

  test('the command refuses a file that takes longer than the limit, and writes nothing', async () => {
    const before = await server.db.query('select from public.imports')
    const text = `Title\n${'the long night of the living dead men\n'.repeat(150_000)}`
    const base64 = Buffer.from(text).toString('base64')
    const file = { who: 'anna', file: '/tmp/long.csv', base64, discs: 'none' } as const
    const start = performance.now()
    const reading = importCollection(server.db, file, 300)
    await expect(reading).rejects.toThrow('/tmp/long.csv: Reading it took too long. Nothing was changed.')
    expect(performance.now() - start).toBeLessThan(20_000)
    expect(await server.db.query('select from public.imports')).toEqual(before)
  })

  test('reading a file uses little processor time of the main thread', async () => {
    const text = `Title\n${'the long night of the living dead men\n'.repeat(100_000)}`
    const base64 = Buffer.from(text).toString('base64')
    const start = process.threadCpuUsage()
    const file = { who: 'anna', file: '/tmp/long.csv', base64, discs: 'none' } as const
    expect(await importCollection(server.db, file)).toContain('100000 rows')
    expect(process.threadCpuUsage(start).user / 1000, 'of this thread, in ms').toBeLessThan(1500)
  })

  test('the command refuses an unknown person and an unreadable file', async () => {
    await expect(run('nobody', 'CLZ web')).rejects.toThrow('No account has the username')
    await expect(run('anna', 'no such kind')).rejects.toThrow('Nothing was changed.')
  })
})
