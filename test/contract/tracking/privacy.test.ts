import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../../../server/admin/commands.ts'
import { newPerson, type Person } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const TABLES = ['user_copies', 'user_viewings', 'user_wish_details', 'imports'] as const
const COPY = '00000000-0000-4000-8000-00000000c0b1'
const VIEWING = '00000000-0000-4000-8000-0000000051e0'
const IMPORT = '00000000-0000-4000-8000-0000000001ff'

/** What only Olga knows. The lists that others see are the same for both. */
interface Secrets {
  copies: Record<string, unknown>[]
  note: string
  price: number
  importName: string
}

const SOME: Secrets = {
  copies: [
    {
      id: COPY,
      format: 'dvd',
      acquired_on: '2006-11-11',
      price: 34.95,
      currency: 'USD',
      condition: 'worn',
      store: 'canary store',
      place: 'canary shelf',
      lent_to: 'canary friend',
      note: 'canary note',
    },
    { format: 'dvd', price: 4321.09, currency: 'EUR', note: 'canary again' },
  ],
  note: 'canary of Olga',
  price: 1234.56,
  importName: 'canary.csv',
}
const OTHERS: Secrets = {
  copies: [{ id: COPY, format: 'dvd', price: 7, place: 'another canary' }],
  note: 'another canary',
  price: 7,
  importName: 'another canary.csv',
}
const SECRET = /canary|34\.95|4321\.09|1234\.56|2006-11-11/

interface Sent {
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

describe.each(ENGINES)('private details on %s', (engine) => {
  let server: TestServer
  let olga: Person
  let ben: Person
  let ada: Person
  let film: number
  let set: number

  beforeAll(async () => {
    server = await startServer(engine)
    olga = await newPerson(server, 'olga')
    ben = await newPerson(server, 'ben')
    ada = await newPerson(server, 'ada', 'admin')
    const [row] = await server.db.query<{ film: number; set: number }>(
      `select (select id from public.films where spine = 2) as film,
         (select id from public.sets where film_id is null order by id limit 1) as set`,
    )
    film = row?.film ?? 0
    set = row?.set ?? 0
  })
  beforeEach(() =>
    olga.client.from('profiles').update({ visibility: 'public' }).eq('id', olga.id).throwOnError(),
  )
  afterAll(() => server?.close())

  /** Gives Olga these secrets, and leaves the others without a row. */
  async function storeSecrets({ copies, note, price, importName }: Secrets) {
    const tables = [...TABLES, 'user_sets', 'user_ownership', 'user_wishlist', 'user_watched']
    for (const table of tables) await server.db.query(`delete from public.${table}`)
    // Everyone reads the ids of these lists.
    for (const list of ['wishlist', 'watched'])
      await server.db.query(`alter sequence public.user_${list}_id_seq restart`)
    for (const table of ['removed_details', 'mark_changes', 'import_marks', 'import_details', 'news_seen'])
      await server.db.query(`delete from private.${table}`)
    const { untyped } = olga
    // One copy is removed with its mark, so that `private.removed_details` has a row.
    await untyped.from('user_copies').insert({ film_id: film, format: 'laserdisc', note }).throwOnError()
    await untyped
      .from('user_ownership')
      .update({ owns_laserdisc: false })
      .eq('user_id', olga.id)
      .throwOnError()
    for (const copy of copies)
      await untyped
        .from('user_copies')
        .insert({ ...copy, film_id: film })
        .throwOnError()
    await untyped.from('user_copies').insert({ set_id: set, format: 'dvd', store: note }).throwOnError()
    await untyped
      .from('user_viewings')
      .insert({ id: VIEWING, film_id: film, watched_on: '2014', rating: 9, note })
      .throwOnError()
    await untyped
      .from('user_wish_details')
      .insert({ film_id: film, note, price, currency: 'USD' })
      .throwOnError()
    await untyped.rpc('commit_import', { import_id: IMPORT, name: importName, films: [] }).throwOnError()
  }

  /** Every kind of request about Olga: reads, writes, functions and pages. */
  function requests(): Sent[] {
    const of = `user_id=eq.${olga.id}`
    const get = (path: string, headers = {}): Sent => ({ method: 'GET', path, headers })
    const send = (method: string, path: string, body: unknown, prefer = ''): Sent => ({
      method,
      path,
      body,
      headers: { prefer },
    })
    const call = (name: string, body: object) => send('POST', `rpc/${name}`, body)
    const rest = [
      ...TABLES.flatMap((table) => {
        const text = table === 'imports' ? 'name' : 'note'
        const id = { user_copies: COPY, user_viewings: VIEWING, imports: IMPORT, user_wish_details: olga.id }[
          table
        ]
        const row = { user_id: olga.id, ...(table !== 'user_wish_details' && { id }), film_id: film }
        const whole = table === 'user_copies' ? { ...row, format: 'dvd' } : row
        return [
          ...['exact', 'planned', 'estimated'].flatMap((count) => [
            get(`${table}?select=*`, { prefer: `count=${count}` }),
            get(`${table}?${of}`, { prefer: `count=${count}`, range: '0-0' }),
            { method: 'HEAD', path: `${table}?${of}`, headers: { prefer: `count=${count}` } },
          ]),
          ...['text/csv', 'application/vnd.pgrst.object+json', 'application/vnd.pgrst.plan+json', '*/*'].map(
            (accept) => get(`${table}?${of}`, { accept }),
          ),
          get(`${table}?select=${text}&order=${text}.desc.nullslast&limit=1`),
          get(`${table}?select=user_id&${text}=like.canary*`),
          get(`${table}?or=(${text}.ilike.*canary*,${text}.is.null)&offset=0`),
          get(`${table}?not.and=(${text}.eq.x,${of})`),
          get(`${table}?select=${text}::integer&${of}`),
          get(`${table}?select=count()`),
          get(`${table}?select=*,profiles(*)`),
          get(`profiles?select=*,${table}(*)&id=eq.${olga.id}`),
          get(`profiles?select=id&order=${table}(${text})`),
          get(`films?select=id,${table}(*)&id=eq.${film}`),
          get(`films?id=eq.${film}&${table}.${text}=like.canary*`),
          ...[
            'return=representation',
            'return=headers-only,count=exact',
            'handling=strict,max-affected=0',
          ].flatMap((prefer) => [
            send('PATCH', `${table}?${of}`, { [text]: 'x' }, prefer),
            send('PATCH', `${table}?${text}=like.canary*`, { user_id: ben.id }, prefer),
            send('DELETE', `${table}?${of}&order=${text}&limit=1`, undefined, prefer),
          ]),
          ...[
            '',
            'resolution=merge-duplicates,return=representation',
            'resolution=ignore-duplicates',
          ].flatMap((prefer) => [
            send('POST', table, whole, prefer),
            send('POST', table, { ...whole, film_id: -1 }, prefer),
            send('POST', `${table}?on_conflict=user_id,id`, whole, prefer),
            send('POST', `${table}?on_conflict=id`, whole, prefer),
            send('POST', `${table}?on_conflict=user_id,film_id`, whole, prefer),
            // The caller's own, under the id of Olga's.
            send('POST', table, { ...whole, user_id: undefined, film_id: film }, prefer),
          ]),
          send('PUT', `${table}?${of}`, whole),
        ]
      }),
      ...['user_sets', 'user_ownership', 'user_wishlist', 'user_watched'].flatMap((table) => [
        get(`${table}?${of}&select=*`, { prefer: 'count=exact' }),
        get(`${table}?${of}&select=note`),
        get(`${table}?${of}&order=price`),
        send('POST', table, { user_id: olga.id, film_id: film }, 'resolution=merge-duplicates'),
      ]),
      ...['profile_films', 'profile_viewings', 'profile_films_in_sets'].flatMap((name) => [
        ...['', 'film_id', 'rating.desc', 'watched_on', 'note', 'price', 'match_rank', 'id.desc'].map(
          (order) =>
            get(`rpc/${name}?of_user=${olga.id}&order=${order || 'film_id'}&limit=5`, {
              prefer: 'count=exact',
            }),
        ),
        get(`rpc/${name}?of_user=${olga.id}&select=note`),
        get(`rpc/${name}?of_user=${olga.id}&note=like.canary*`),
        get(`rpc/${name}?of_user=${olga.id}&or=(watched_on.gt.2010,owned.is.true)`),
        get(`rpc/${name}?of_user=${olga.id}&limit=3`, { accept: 'text/csv' }),
        { method: 'HEAD', path: `rpc/${name}?of_user=${olga.id}`, headers: { prefer: 'count=exact' } },
        send('POST', `rpc/${name}?limit=3`, { of_user: olga.id }),
      ]),
      get(`rpc/profile_film_counts?of_user=${olga.id}`),
      call('profile_counts', { of_username: 'olga' }),
      call('profile_progress', { of_username: 'olga' }),
      call('compared_profiles', { of_username: 'olga', with_username: 'ben' }),
      get(`rpc/compared_films?of_user=${olga.id}&with_user=${ben.id}&limit=3`, { prefer: 'count=exact' }),
      get(`rpc/compared_film_counts?of_user=${olga.id}&with_user=${ben.id}`),
      get('rpc/profile_progress?of_username=olga&select=acquired'),
      get(`rpc/own_details?of_film=${film}`),
      get(`rpc/own_details?of_set=${set}`),
      call('own_details', { of_film: film, of_user: olga.id }),
      call('own_wishes', {}),
      get('rpc/own_wishes'),
      get('rpc/own_tracking'),
      call('own_tracking', {}),
      get('rpc/own_news?order=id.desc', { prefer: 'count=exact' }),
      call('mark_news_seen', { up_to: 1 }),
      ...['laserdisc', 'dvd'].map((of_format) =>
        call('count_removed_copies', { of_films: [film], of_format }),
      ),
      call('apply_marks', { of_user: olga.id, marks: [], sent_at: 1 }),
      call('apply_marks', {
        of_user: ben.id,
        marks: [
          { mark: 'copy', id: COPY, film_id: film, on: false, made_at: 1 },
          { mark: 'viewing', id: VIEWING, film_id: film, on: false, made_at: 1 },
        ],
        sent_at: 1,
      }),
      call('undo_import', { import_id: IMPORT }),
      call('commit_import', {
        import_id: IMPORT,
        name: 'mine',
        films: [{ film_id: film, marks: [], copies: [{ user_id: olga.id, id: COPY, format: 'dvd' }] }],
      }),
      call('count_film_trackers', { film_id: film }),
      call('count_format_owners', { changes: [{ id: film, after: { dvd: false } }] }),
      call('restore_set', { set_id: set }),
      ...[
        'put_back',
        'return_details',
        'details_of_import',
        'marks_of_import',
        'record_undo',
        'tick_copies',
      ].map((name) => call(name, { import_id: IMPORT, of_user: olga.id })),
      ...['removed_details', 'moved_sets', 'import_details', 'news_seen', 'viewings', 'holdings'].flatMap(
        (name) => [
          get(name),
          ...['private', 'sealed', 'auth'].map((schema) => get(name, { 'accept-profile': schema })),
          send('DELETE', name, undefined, 'return=representation'),
        ],
      ),
    ]
    return [
      ...rest.map((one) => ({ ...one, path: `/rest/v1/${one.path}` })),
      ...[
        '/',
        '/olga',
        '/olga?tab=owned&view=list',
        '/olga?tab=watched&sort=newest',
        '/spine/2',
        '/feed.xml',
      ].map((path) => get(path)),
      ...['/sitemap.xml', '/account/shopping', '/health'].map((path) => get(path)),
    ]
  }

  async function answerTo({ method, path, headers = {}, body }: Sent, token: string | null) {
    const response = await fetch(server.url + path, {
      method,
      redirect: 'manual',
      headers: {
        apikey: server.key,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // The length follows from the text, and times are written without trailing zeros.
    const ignored =
      method === 'HEAD'
        ? /^(date|x-request-id|server-timing)$/
        : /^(date|x-request-id|server-timing|content-length)$/
    const kept = [...response.headers].filter(([name]) => !ignored.test(name))
    return { response, text: JSON.stringify([response.status, kept, await response.text()]) }
  }

  const timeless = (text: string) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, 'then')

  /** Returns the answers to others, each given after Olga has asked the same. */
  async function answers(secrets: Secrets): Promise<Map<string, string>> {
    const answers = new Map<string, string>()
    for (const [name, token] of [
      ['a visitor', null],
      ['ben', ben.token],
      ['ada', ada.token],
    ] as const) {
      await storeSecrets(secrets)
      const before = await held()
      for (const [index, sent] of requests().entries()) {
        const isRead = sent.method === 'GET' || sent.method === 'HEAD'
        if (isRead) await answerTo(sent, olga.token)
        const { text } = await answerTo(sent, token)
        const request = `${name}: ${index} ${sent.method} ${sent.path} ${JSON.stringify([sent.headers, sent.body])}`
        answers.set(request, timeless(text))
      }
      expect(await held(), `${name} has changed nothing`).toEqual(before)
    }
    return answers
  }

  const held = () =>
    server.db.query(
      `select to_jsonb(own) - 'made_at' as row from public.user_copies own where user_id = $1
       union all select to_jsonb(own) from public.user_viewings own where user_id = $1
       union all select to_jsonb(own) from public.user_wish_details own where user_id = $1
       union all select to_jsonb(own) - 'made_at' from public.imports own where user_id = $1
       union all select to_jsonb(own) - 'removed_at' - 'id' - 'contents' from private.removed_details own where user_id = $1
       order by 1`,
      [olga.id],
    )

  test.each(['public', 'private'])(
    'no response to other people reveals or changes the private details of a %s profile',
    async (visibility) => {
      await olga.client.from('profiles').update({ visibility }).eq('id', olga.id).throwOnError()
      const some = await answers(SOME)
      expect([...some].filter(([, answer]) => SECRET.test(answer))).toEqual([])
      const others = await answers(OTHERS)
      expect(some.size).toBeGreaterThan(700)
      expect([...others].filter(([request, answer]) => some.get(request) !== answer)).toEqual([])
    },
  )

  /** Returns what an admin and a visitor see while the admin deletes and restores the film, and the exports. */
  async function answersToDeletion(secrets: Secrets): Promise<Map<string, string>> {
    await storeSecrets(secrets)
    const before = await held()
    const said = new Map<string, string>()
    const history = 'operation,who,film_id,spine,title,before,after,update_id,films,search,film_titles'
    const look = async (when: string) => {
      for (const [name, token, path] of [
        ['ada', ada.token, `rest/v1/film_history?film_id=eq.${film}&select=${history}&order=id.desc&limit=1`],
        [
          'ada',
          ada.token,
          `rest/v1/film_changes?film_id=eq.${film}&select=before,after&order=id.desc&limit=1`,
        ],
        ['ada', ada.token, `rest/v1/user_copies?film_id=eq.${film}`],
        ['ada', ada.token, `rest/v1/rpc/own_details?of_film=${film}`],
        ['a visitor', null, `rest/v1/rpc/profile_viewings?of_user=${olga.id}`],
        ['a visitor', null, 'olga'],
        ['a visitor', null, 'spine/2'],
        ['a visitor', null, 'feed.xml'],
      ] as const) {
        const { text } = await answerTo({ method: 'GET', path: `/${path}` }, token)
        said.set(`${when}: ${name}: ${path}`, timeless(text))
      }
      for (const what of ['films', 'aliases', 'sets'] as const) {
        const lines: unknown[] = []
        const outcome = await runCommand(server.db, { name: 'export', what }, (line) => lines.push(line))
        said.set(`${when}: the export of ${what}`, JSON.stringify([outcome, lines]))
      }
    }
    const change = async (method: string, path: string, body?: object) => {
      const { response, text } = await answerTo(
        { method, path: `/rest/v1/${path}`, body, headers: { prefer: 'return=representation' } },
        ada.token,
      )
      expect(response.ok, path).toBe(true)
      said.set(path, timeless(text).replace(/"revision\\*":\d+/, ''))
    }
    await look('before')
    await change('POST', 'rpc/count_film_trackers', { film_id: film })
    await change('DELETE', `films?id=eq.${film}`)
    expect(await held(), 'nothing of it is written').toEqual(before)
    const copies = olga.client.from('user_copies').select('id').eq('film_id', film).throwOnError()
    expect((await copies).data, 'it is hidden').toEqual([])
    await look('deleted')
    await change('POST', 'rpc/restore_film', { film_id: film })
    expect(await held(), 'nothing of it is written').toEqual(before)
    const shown = olga.client.from('user_copies').select('id').eq('film_id', film).throwOnError()
    expect((await shown).data, 'it is shown again').not.toEqual([])
    await look('restored')
    return said
  }

  test('deleting and restoring a film and exporting the catalogue reveal no private details', async () => {
    const some = await answersToDeletion(SOME)
    expect([...some].filter(([, answer]) => SECRET.test(answer))).toEqual([])
    const others = await answersToDeletion(OTHERS)
    expect([...others].filter(([request, answer]) => some.get(request) !== answer)).toEqual([])
  })

  test('the owner’s responses contain the secrets and are not cacheable', async () => {
    await storeSecrets(SOME)
    for (const path of [
      ...TABLES.map((table) => `${table}?select=*`),
      `rpc/own_details?of_film=${film}`,
      'rpc/own_wishes',
      'rpc/own_tracking',
    ]) {
      const sent = { method: 'GET', path: `/rest/v1/${path}` }
      const { response, text } = await answerTo(sent, olga.token)
      expect(text, path).toMatch(SECRET)
      expect([response.headers.get('cache-control'), response.headers.get('etag')], path).toEqual([
        'no-store',
        null,
      ])
    }
  })
})
