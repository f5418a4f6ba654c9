import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anonymousFetch } from '../../../server/rest/anonymous-fetch.ts'
import { readSchema } from '../../../server/rest/schema/schema-cache.ts'
import { openRawClient } from '../../support/hostile-responses.ts'
import { newPerson } from '../../support/people/people.ts'
import { runAsMigration } from '../../support/site/run-as-migration.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const announced = ['insert', 'update', 'delete']
  .map(
    (change) => `create trigger rooms_announce_${change} after ${change} on public.rooms
      referencing ${change === 'delete' ? 'old' : 'new'} table as touched
      for each statement execute function private.announce_change();`,
  )
  .join('\n')

const SAMPLES = `
  create function public.asked() returns json language sql stable as $$
    select json_build_object('method', current_setting('request.method', true),
      'path', current_setting('request.path', true), 'headers', current_setting('request.headers', true)::json) $$;
  create table public.rooms (id integer primary key, room text not null);
  insert into public.rooms values (1, 'red'), (2, 'blue');
  alter table public.rooms enable row level security;
  create policy everyone_reads_rooms on public.rooms for select using (true);
  create policy posts_write_the_room_they_name on public.rooms for insert with check (
    current_setting('request.method', true) = 'POST' and current_setting('request.path', true) = '/rooms'
    and room = current_setting('request.headers', true)::json ->> 'x-room');
  grant select, insert on public.rooms to anon;
  ${announced}
  create trigger rooms_announce_truncate after truncate on public.rooms
    for each statement execute function private.announce_change();
  create function public.every_room() returns setof public.rooms language sql stable
    begin atomic select id, room from public.rooms; end;
  create function public.rooms_named() returns setof public.rooms language sql stable
    begin atomic
      select id, room from public.rooms where room = current_setting('request.headers', true)::json ->> 'x-room';
    end;
  notify pgrst, 'reload schema';
`

describe.each(ENGINES)('request settings on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(engine)
    await runAsMigration(server.db, SAMPLES)
    await vi.waitFor(async () => expect((await read('rooms')).status).toBe(200), { timeout: 20_000 })
  })
  afterAll(() => server.close())

  const read = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(`${server.url}/rest/v1/${path}`, { ...init, headers: { apikey: server.key, ...headers } })

  const idsIn = async (room: string, from = 'rooms') => {
    const response = await read(`${from}?select=id&order=id`, { 'x-room': room })
    return {
      ids: ((await response.json()) as { id: number }[]).map(({ id }) => id),
      etag: response.headers.get('etag'),
    }
  }

  test('a function can read the request’s method, path and lower-case headers', async () => {
    const anna = await newPerson(server, 'anna')
    const client = createClient(server.url, server.key, {
      auth: { persistSession: false },
      global: { headers: { 'X-Room': 'röd "1"', Authorization: `Bearer ${anna.token}` } },
    })
    const posted = await client.rpc('asked')
    expect(posted).toMatchObject({
      error: null,
      data: {
        method: 'POST',
        path: '/rpc/asked',
        headers: {
          'x-client-info': expect.any(String),
          'content-type': 'application/json',
          'x-room': 'röd "1"',
        },
      },
    })
    const got = await client.rpc('asked', {}, { get: true })
    expect(got.data).toMatchObject({ method: 'GET', path: '/rpc/asked', headers: { accept: '*/*' } })
    expect(JSON.stringify(got.data)).not.toContain(anna.token)
  })

  test('a function cannot read the request’s credentials', async () => {
    const sender = openRawClient(server)
    const headers = {
      cookie: 'sid=1',
      'proxy-authorization': 'Basic a',
      authorization: `Bearer ${server.key}`,
    }
    const { body } = await sender.send({
      method: 'GET',
      path: '/rest/v1/rpc/asked',
      headers: { ...headers, via: 'a' },
    })
    sender.close()
    const { headers: visible } = JSON.parse(body) as { headers: object }
    expect(visible).toEqual({ host: expect.any(String), connection: 'keep-alive', via: 'a' })
  })

  test('the request settings end with their transaction', async () => {
    await read('rpc/asked', { 'x-room': 'red' })
    const settings = await server.db.query(
      `select coalesce(current_setting('request.' || name, true), '') as setting
       from unnest('{method,path,headers}'::text[]) as name`,
    )
    expect(settings).toEqual([{ setting: '' }, { setting: '' }, { setting: '' }])
  })

  test('a row rule can depend on a request header', async () => {
    const insert = (room: string, named: string) =>
      read(
        'rooms',
        { 'x-room': named, 'content-type': 'application/json' },
        { method: 'POST', body: JSON.stringify({ id: 3, room }) },
      )
    expect((await insert('green', 'red')).status).toBe(401)
    expect((await insert('green', 'green')).status).toBe(201)
    await server.db.query('delete from public.rooms where id = 3')
  })

  test('the server’s own statements have no request settings', async () => {
    const schema = await readSchema(server.db)
    const fetchHere = anonymousFetch(server.db, {
      current: schema,
      ready: Promise.resolve(),
      close: async () => {},
    })
    const response = await fetchHere('http://here/rest/v1/rpc/asked', { headers: { apikey: server.key } })
    expect(await response.json()).toEqual({ method: '', path: '', headers: {} })
  })

  test('the server caches a response only if no row rule or function reads a header', async () => {
    const [red, blue] = [await idsIn('red'), await idsIn('blue')]
    expect([red.ids, blue.ids]).toEqual([
      [1, 2],
      [1, 2],
    ])
    expect(red.etag).toEqual(expect.any(String))
    expect((await idsIn('red', 'rpc/every_room')).etag).toEqual(expect.any(String))
    expect(await idsIn('red', 'rpc/rooms_named')).toEqual({ ids: [1], etag: null })
    expect(await idsIn('blue', 'rpc/rooms_named')).toEqual({ ids: [2], etag: null })
    await server.db.transaction((tx) =>
      tx.script(`
        alter policy everyone_reads_rooms on public.rooms
          using (room = current_setting('request.headers', true)::json ->> 'x-room');
        notify pgrst, 'reload schema'`),
    )
    await vi.waitFor(async () => expect((await idsIn('red')).etag).toBe(null), { timeout: 20_000 })
    for (let times = 0; times < 3; times++) {
      expect(await idsIn('red')).toEqual({ ids: [1], etag: null })
      expect(await idsIn('blue')).toEqual({ ids: [2], etag: null })
      expect(await Promise.all(['red', 'blue', 'red'].map((room) => idsIn(room)))).toMatchObject([
        { ids: [1] },
        { ids: [2] },
        { ids: [1] },
      ])
    }
  })
})
