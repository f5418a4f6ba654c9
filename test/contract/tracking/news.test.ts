import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson, type Person } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const CONCERNED = ['owns-laserdisc', 'owns-dvd', 'owns-bluray', 'owns-package', 'wants-any', 'wants-dvd']
const OTHERS = ['owns-4k', 'owns-dvd-and-4k', 'wants-another', 'has-watched', 'tracks-nothing']

describe.each(ENGINES)('news on %s', (engine) => {
  let server: TestServer
  let ada: Person
  let film: number
  const people = new Map<string, Person>()

  beforeAll(async () => {
    server = await startServer(engine)
    ada = await newPerson(server, 'ada', 'admin')
    const newFilm = async (spine: number, title: string) => {
      const released = { laserdisc: true, dvd: true, bluray: true }
      const { data } = await ada.client
        .from('films')
        .insert({ spine, title, director: 'x', ...released })
        .select('id')
        .single()
        .throwOnError()
      return data.id
    }
    film = await newFilm(9000, 'In the News')
    const another = await newFilm(9001, 'Not in the News')
    const { data: set } = await ada.untyped
      .from('sets')
      .insert({ title: 'A Package', films: [{ film_id: film }, { film_id: another }] })
      .select('id')
      .single()
      .throwOnError()
    for (const name of [...CONCERNED, ...OTHERS]) people.set(name, await newPerson(server, name))
    for (const [name, table, row] of [
      ['owns-laserdisc', 'user_ownership', { owns_laserdisc: true }],
      ['owns-dvd', 'user_ownership', { owns_dvd: true }],
      ['owns-bluray', 'user_ownership', { owns_bluray: true }],
      ['owns-4k', 'user_ownership', { owns_bluray_4k: true }],
      ['owns-dvd-and-4k', 'user_ownership', { owns_dvd: true, owns_bluray_4k: true }],
      ['owns-package', 'user_sets', { set_id: set.id, owns_dvd: true, film_id: undefined }],
      ['wants-any', 'user_wishlist', {}],
      ['wants-dvd', 'user_wishlist', { wants_dvd: true }],
      ['wants-another', 'user_wishlist', { film_id: another }],
      ['has-watched', 'user_watched', {}],
    ] as const) {
      await people
        .get(name)
        ?.untyped.from(table)
        .insert({ film_id: film, ...row })
        .throwOnError()
    }
  })
  afterAll(() => server?.close())

  /** Updates the formats of the film as the page of an admin does. */
  const changeFormats = (update_id: string, after: Record<string, boolean>) =>
    ada.untyped
      .rpc('change_film_formats', {
        update_id,
        update_name: 'formats.csv',
        changes: [{ id: film, after }],
      })
      .throwOnError()

  /** The unseen news of each person who has some. */
  async function unseen(): Promise<Record<string, object[]>> {
    const ofAll = await Promise.all(
      [...people].map(async ([name, { client }]) => {
        const { data } = await client.rpc('own_news').throwOnError()
        return [name, data.map(({ film_id, kind, format }) => ({ film_id, kind, format }))] as const
      }),
    )
    return Object.fromEntries(ofAll.filter(([, news]) => news.length > 0))
  }

  const toAll = (names: readonly string[], ...news: object[]) =>
    Object.fromEntries(names.map((name) => [name, news]))

  async function markSeen(name: string): Promise<void> {
    const { client } = people.get(name) ?? ada
    const { data } = await client.rpc('own_news').throwOnError()
    await client.rpc('mark_news_seen', { up_to: Math.max(...data.map(({ id }) => id ?? 0)) }).throwOnError()
  }

  test('an update of formats is news for the people who own the film in a lesser format or wish for it, until they have seen it', async () => {
    expect(await unseen()).toEqual({})
    const update = randomUUID()
    // The second request is that of a browser that got no response to the first.
    for (let sent = 0; sent < 2; sent++) await changeFormats(update, { bluray_4k: true })
    const release = { film_id: film, kind: 'format', format: 'bluray_4k' }
    expect(await unseen()).toEqual(toAll(CONCERNED, release))
    people.set('later', await newPerson(server, 'later'))
    await people.get('later')?.client.from('user_wishlist').insert({ film_id: film }).throwOnError()
    expect(await unseen(), 'a release before the account was made').not.toHaveProperty('later')

    await markSeen('owns-dvd')
    await markSeen('wants-any')
    const rest = CONCERNED.filter((name) => name !== 'owns-dvd' && name !== 'wants-any')
    expect(await unseen()).toEqual(toAll(rest, release))
    for (const name of rest) await markSeen(name)
    expect(await unseen()).toEqual({})
    await changeFormats(randomUUID(), { bluray_4k: true })
    expect(await unseen(), 'an update that changes nothing').toEqual({})
  })

  test('a format that goes out of print is news for those who wish for it', async () => {
    await changeFormats(randomUUID(), { dvd_oop: true })
    const gone = { film_id: film, kind: 'out_of_print', format: 'dvd' }
    expect(await unseen()).toEqual(toAll(['wants-any', 'wants-dvd', 'later'], gone))
    await changeFormats(randomUUID(), { dvd_oop: false })
    expect(await unseen(), 'once it is in print again').toEqual({})
  })
})
