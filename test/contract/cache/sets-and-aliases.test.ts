import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cacheCounts, fetchRows, notificationsDelivered } from '../../support/cache-requests.ts'
import { newPerson, type Person } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const PATHS = {
  films: 'films?select=spine,search&spine=lt.5&order=spine',
  film_aliases: 'film_aliases?order=film_id,kind,value',
  sets: 'sets?order=id',
  set_films: 'set_films?order=set_id,position&limit=1000',
}

describe.each(ENGINES)('cached responses of sets and aliases on %s', (engine) => {
  let server: TestServer
  let ada: Person
  let set: number
  beforeAll(async () => {
    server = await startServer(engine)
    ada = await newPerson(server, 'ada', 'admin')
    const { data } = await ada.client
      .from('sets')
      .insert({ title: 'New' })
      .select('id')
      .single()
      .throwOnError()
    set = data.id
  })
  afterAll(() => server?.close())

  const film = async (spine: number) =>
    (await fetchRows<{ id: number }>(server, `films?select=id&spine=eq.${spine}`))[0]?.id ?? 0

  test.each([
    [
      'an alias added',
      'film_aliases',
      async () =>
        ada.client
          .from('film_aliases')
          .insert({ film_id: await film(2), kind: 'title', value: 'Shichinin' })
          .throwOnError(),
    ],
    [
      'the aliases of a film changed',
      'film_aliases',
      () =>
        ada.client
          .from('films')
          .update({ aliases: { title: ['Shichinin no samurai'] } })
          .eq('spine', 2)
          .throwOnError(),
    ],
    [
      'an alias found',
      'films',
      async () =>
        ada.client
          .from('film_aliases')
          .delete()
          .eq('film_id', await film(2))
          .throwOnError(),
    ],
    [
      'a set renamed',
      'sets',
      () => ada.client.from('sets').update({ title: 'Newer' }).eq('id', set).throwOnError(),
    ],
    [
      'a film put into a set',
      'set_films',
      async () =>
        ada.client
          .from('sets')
          .update({ films: [{ film_id: await film(2) }] })
          .eq('id', set)
          .throwOnError(),
    ],
    [
      'a film taken out of a set',
      'sets',
      () => ada.client.from('set_films').delete().eq('set_id', set).throwOnError(),
    ],
  ] as const)('%s is in the next response, which is cached again', async (_, table, write) => {
    await notificationsDelivered(server)
    const path = PATHS[table]
    const before = await fetchRows(server, path)
    const { hits } = cacheCounts()
    expect(await fetchRows(server, path)).toEqual(before)
    expect(cacheCounts().hits).toBe(hits + 1)
    await write()
    expect(await fetchRows(server, path)).not.toEqual(before)
  })
})
