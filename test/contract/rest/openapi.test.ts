import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signAccessToken } from '../../support/people/access-token.ts'
import { runAsMigration } from '../../support/site/run-as-migration.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

/** Objects of kinds that the application's schema does not have. */
const SAMPLES = `
  create type public.mood as enum ('sad', 'glad');
  create table public.shelves (
    id integer generated always as identity primary key, label text not null default 'top', moods public.mood[],
    mood public.mood default 'glad', film_id integer references public.films (id), secret text
  );
  comment on table public.shelves is E'Where discs stand.\\n\\nOne row for each.';
  comment on column public.shelves.label is 'What is written on it.';
  revoke all on public.shelves from anon, authenticated;
  grant select (id, label, moods, mood, film_id) on public.shelves to anon;
  grant select, insert (label), delete on public.shelves to authenticated;
  create view public.labels as select distinct label from public.shelves;
  grant all on public.labels to anon, authenticated;
  create function public.shelves_of(out size integer, mood public.mood, smallest integer default 0)
    language sql stable as 'select 1';
  create function public.tidy_up() returns void language sql volatile as 'select 1';
  revoke execute on function public.tidy_up, public.shelves_of from public, anon;
  grant execute on function public.shelves_of to anon, authenticated;
  grant execute on function public.tidy_up to authenticated;
`

type Role = 'anon' | 'authenticated'
const ROLES: Role[] = ['anon', 'authenticated']

interface Operation {
  parameters?: { name?: string; in?: string; required?: boolean; $ref?: string }[]
}

type Document = {
  basePath: string
  info: { title: string }
  paths: Record<string, Record<string, Operation & { summary?: string; description?: string }>>
  definitions: Record<
    string,
    { description?: string; required?: string[]; properties: Record<string, Record<string, unknown>> }
  >
}

describe.each(ENGINES)('the OpenAPI document on %s', (engine) => {
  let server: TestServer
  const credentials = {} as Record<Role, Record<string, string>>
  const documents = {} as Record<Role, Document>

  const ask = (role: Role, path = '', init: RequestInit = {}) =>
    fetch(`${server.url}/rest/v1${path}`, { ...init, headers: { ...credentials[role], ...init.headers } })

  beforeAll(async () => {
    server = await startServer(engine)
    await runAsMigration(server.db, SAMPLES)
    await server.db.query(`notify pgrst`)
    credentials.anon = { apikey: server.key }
    const token = await signAccessToken(server.db)
    credentials.authenticated = { apikey: server.key, authorization: `Bearer ${token}` }
    await vi.waitFor(async () => expect((await ask('anon', '/shelves?select=id')).status).toBe(200), 20_000)
    for (const role of ROLES) documents[role] = (await (await ask(role, '/')).json()) as Document
  })
  afterAll(() => server.close())

  test.each(ROLES)('is valid for the role %s', async (role) => {
    const { valid, errors } = await new Validator().validate(structuredClone(documents[role]))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    const broken = { ...documents[role], paths: { '/films': { get: {} } } }
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  test('is the answer with and without a slash, to HEAD, and to what accepts JSON', async () => {
    for (const path of ['', '/', '?', '/?apikey=x']) {
      const response = await ask('anon', path)
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        'application/openapi+json; charset=utf-8',
      ])
      expect(await response.json()).toEqual(documents.anon)
    }
    const head = await ask('anon', '/', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const json = await ask('anon', '/', { headers: { accept: 'application/json' } })
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await json.json()).toEqual(documents.anon)
  })

  test.each([
    ['another method', '/', { method: 'POST', body: '{}' }, 405, 'PGRST117'],
    ['another media type', '/', { headers: { accept: 'text/csv' } }, 406, 'PGRST107'],
    ['another schema', '/', { headers: { 'accept-profile': 'auth' } }, 406, 'PGRST106'],
    ['no key', '/', { headers: { apikey: '' } }, 401, 'PGRST301'],
    ['a path below it', '/films/1', {}, 404, 'PGRST125'],
    ['a path below a function', '/rpc/film_counts/1', {}, 404, 'PGRST125'],
  ])('%s is refused', async (_, path, init, status, code) => {
    const response = await ask('anon', path, init as RequestInit)
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })])
  })

  test.each(ROLES)(
    'names exactly the relations and methods that the grants give the role %s',
    async (role) => {
      const granted = await server.db.query<{ path: string; methods: string[] }>(
        `select '/' || table_name as path, array_agg(distinct method order by method) as methods
       from (
         select table_name, privilege_type from information_schema.column_privileges
         where table_schema = 'public' and grantee in ($1, 'PUBLIC')
         union
         select table_name, privilege_type from information_schema.table_privileges
         where table_schema = 'public' and grantee in ($1, 'PUBLIC')
       ) as granted
       join (values ('SELECT', 'get'), ('INSERT', 'post'), ('UPDATE', 'patch'), ('DELETE', 'delete'))
         as methods (privilege_type, method) using (privilege_type)
       -- A view with distinct takes no writes.
       where table_name <> 'labels' or method = 'get'
       group by table_name`,
        [role],
      )
      const described = Object.entries(documents[role].paths)
        .filter(([path]) => path !== '/' && !path.startsWith('/rpc/'))
        .map(([path, item]) => ({ path, methods: Object.keys(item).sort() }))
      const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1)
      expect(described.sort(byPath)).toEqual(granted.sort(byPath))
      expect(described.length).toBeGreaterThan(5)
    },
  )

  test.each(ROLES)('names exactly the functions that the role %s may execute', async (role) => {
    const executable = await server.db.query<{ path: string }>(
      `select distinct '/rpc/' || routine_name as path from information_schema.routine_privileges
       join information_schema.routines using (specific_schema, specific_name, routine_name)
       where specific_schema = 'public' and grantee in ($1, 'PUBLIC') and data_type <> 'trigger'`,
      [role],
    )
    const described = Object.keys(documents[role].paths).filter((path) => path.startsWith('/rpc/'))
    expect(described.sort()).toEqual(executable.map(({ path }) => path).sort())
    expect(described.length).toBeGreaterThan(5)
  })

  test.each(ROLES)('every path of it answers the role %s', async (role) => {
    for (const [path, item] of Object.entries(documents[role].paths)) {
      for (const method of Object.keys(item)) {
        const isRead = method === 'get'
        // No row of an update, and no valid row of an insertion.
        const query = isRead && !path.startsWith('/rpc/') && path !== '/' ? '?limit=0' : ''
        const response = await ask(role, path + query, {
          method: method.toUpperCase(),
          headers: { 'content-type': 'application/json' },
          ...(!isRead && method !== 'delete' && { body: '{}' }),
        })
        const { code } = (await response.json().catch(() => ({}))) as { code?: string }
        // Refused are what the row rules refuse, missing arguments and writes without a filter.
        const answered = `${method} ${path} ${response.status} ${code ?? ''}`
        expect(answered).not.toMatch(/ (404 PGRST(125|205)|405 |5\d\d )/)
      }
    }
  })

  test('a visitor’s document lacks what only members may use', () => {
    expect(documents.authenticated.paths).toHaveProperty('/rpc/own_tracking')
    expect(documents.anon.paths).not.toHaveProperty('/rpc/own_tracking')
    expect(documents.authenticated.definitions.shelves?.properties).toHaveProperty('secret')
    expect(documents.anon.definitions.shelves?.properties).not.toHaveProperty('secret')
    expect(JSON.stringify(documents.anon)).not.toContain('secret')
    expect(Object.keys(documents.anon.paths['/shelves'] ?? {})).toEqual(['get'])
    expect(Object.keys(documents.authenticated.paths['/shelves'] ?? {})).toEqual(['get', 'post', 'delete'])
  })

  test('columns have types, formats, keys, comments and defaults', () => {
    const { shelves } = documents.anon.definitions
    expect(shelves).toEqual({
      type: 'object',
      description: 'Where discs stand.\n\nOne row for each.',
      required: ['id', 'label'],
      properties: {
        id: { type: 'integer', format: 'integer', description: 'Note:\nThis is a Primary Key.<pk/>' },
        label: { type: 'string', format: 'text', default: 'top', description: 'What is written on it.' },
        moods: { type: 'array', items: { type: 'string' }, format: 'mood[]' },
        mood: { type: 'string', format: 'mood', enum: ['sad', 'glad'] },
        film_id: {
          type: 'integer',
          format: 'integer',
          description: "Note:\nThis is a Foreign Key to `films.id`.<fk table='films' column='id'/>",
        },
      },
    })
    expect(documents.anon.paths['/shelves']?.get).toMatchObject({
      summary: 'Where discs stand.',
      description: 'One row for each.',
    })
  })

  test('a function that changes nothing is called by GET and POST, another by POST', () => {
    const { paths } = documents.authenticated
    expect(Object.keys(paths['/rpc/tidy_up'] ?? {})).toEqual(['post'])
    expect(Object.keys(paths['/rpc/shelves_of'] ?? {})).toEqual(['get', 'post'])
    expect(paths['/rpc/shelves_of']?.get?.parameters).toEqual([
      { name: 'mood', required: true, in: 'query', type: 'string', format: 'mood' },
      { name: 'smallest', required: false, in: 'query', type: 'integer', format: 'integer' },
    ])
  })

  test('follows a change of the schema', async () => {
    await runAsMigration(
      server.db,
      `comment on schema public is 'Shelves'; revoke select on public.labels from anon`,
    )
    await server.db.query('notify pgrst')
    const read = async () => (await (await ask('anon', '/')).json()) as Document
    await expect.poll(async () => (await read()).info.title).toBe('Shelves')
    expect((await read()).paths).not.toHaveProperty('/labels')
  })

  test('a token of an ended session is refused', async () => {
    const url = `${server.url}/auth/v1`
    const post = (path: string, body: object, token = server.key) =>
      fetch(`${url}/${path}`, {
        method: 'POST',
        headers: { apikey: server.key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const account = { email: 'ada@example.org', password: 'as long as it is safe', data: { username: 'ada' } }
    const { access_token } = (await (await post('signup', account)).json()) as { access_token: string }
    const read = () =>
      fetch(`${server.url}/rest/v1/`, {
        headers: { apikey: server.key, authorization: `Bearer ${access_token}` },
      })
    expect((await read()).status).toBe(200)
    expect((await post('logout?scope=local', {}, access_token)).ok).toBe(true)
    expect((await read()).status).toBe(401)
  })
})
