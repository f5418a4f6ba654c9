import http from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from './place.ts'
import { startServer, type TestServer } from './server.ts'

const RUNS = 5000

interface Hostile {
  method: string
  path: string
  headers: Record<string, string>
}

interface Answer {
  status: number
  type: string
  body: string
}

const column = fc.constantFrom(
  ...['id', 'spine', 'title', 'director', 'year', 'dvd', 'bluray_4k', 'search', 'country'],
)
const name = fc.oneof(
  { arbitrary: column, weight: 6 },
  {
    arbitrary: fc.constantFrom(
      ...[
        '',
        '__proto__',
        'constructor',
        '"title"',
        'a.b',
        '*',
        'and',
        'or',
        'not',
        'ctid',
        'xmin',
        'tableoid',
      ],
      ...[
        'title"',
        'films.title',
        'count()',
        'Ō',
        '💿',
        ' title ',
        'title;',
        "title'--",
        'title->>x',
        'x'.repeat(200),
      ],
    ),
    weight: 1,
  },
)
const operator = fc.oneof(
  {
    arbitrary: fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'in', 'is'),
    weight: 8,
  },
  {
    arbitrary: fc.constantFrom('', 'fts', 'cs', 'match', 'eq(any)', 'not', 'EQ', '=', 'constructor'),
    weight: 1,
  },
)
const value = fc.oneof(
  fc.integer({ min: -10, max: 3000 }).map(String),
  fc.constantFrom(
    ...[
      '1e999',
      'NaN',
      'infinity',
      '9'.repeat(19),
      '9'.repeat(3000),
      '-0',
      '0x1F',
      '١',
      'null',
      'true',
      'unknown',
    ],
    ...[
      "'; drop table films; --",
      '$1',
      '$0',
      '{}',
      '{1,2',
      '()',
      '(1,2)',
      '("a","b\\"c")',
      '("',
      '(',
      ')',
      ',',
      '""',
    ],
    ...[
      '%',
      '_',
      '*',
      '*'.repeat(2000),
      '\\',
      '\\\\',
      '"',
      "'",
      '\u0000',
      '\ud800',
      '\ufffe',
      '\u202e',
      '💿',
      '\n',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const condition = fc
  .tuple(column, fc.constantFrom('', 'not.'), operator, value)
  .map(([of, not, is, than]) => `${of}.${not}${is}.${than}`)
const { tree } = fc.letrec<{ tree: string; branch: string }>((tie) => ({
  tree: fc.oneof({ depthSize: 'medium' }, condition, tie('branch')),
  branch: fc
    .tuple(fc.constantFrom('and', 'or', 'not.and', 'not.or'), fc.array(tie('tree'), { maxLength: 4 }))
    .map(([kind, members]) => `${kind}(${members.join(',')})`),
}))
const deep = fc
  .integer({ min: 1, max: 1500 })
  .map((depth) => `${'(and'.repeat(depth)}(id.eq.1)${')'.repeat(depth)}`)

const parameter: fc.Arbitrary<[name: string, value: string]> = fc.oneof(
  fc.tuple(
    name,
    fc.tuple(fc.constantFrom('', 'not.'), operator, value).map(([not, is, than]) => `${not}${is}.${than}`),
  ),
  fc.tuple(
    fc.constant('select'),
    fc
      .array(
        fc.oneof(
          name,
          fc.tuple(name, name).map((pair) => pair.join(':')),
          name.map((each) => `${each}::text`),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      )
      .map((items) => items.join(',')),
  ),
  fc.tuple(
    fc.constant('order'),
    fc
      .tuple(name, fc.constantFrom('', '.desc', '.asc.nullsfirst', '.nullslast', '.up'))
      .map((parts) => parts.join('')),
  ),
  fc.tuple(fc.constantFrom('limit', 'offset'), fc.oneof(fc.nat({ max: 2000 }).map(String), value)),
  fc.tuple(
    fc.constantFrom('and', 'or', 'not.and', 'not.or'),
    fc.oneof(
      fc.array(tree, { maxLength: 4 }).map((members) => `(${members.join(',')})`),
      deep,
      value,
    ),
  ),
  fc.tuple(fc.constantFrom('select', 'columns', 'on_conflict', 'films.order', 'apikey2'), value),
)

/** Encoded as it should be, or left raw as far as HTTP lets it through. */
const encoded = fc
  .tuple(parameter, fc.constantFrom('properly', 'properly', 'properly', 'hardly'))
  .map(([pair, how]) =>
    pair
      .map((text) =>
        how === 'properly'
          ? encodeURIComponent(text.toWellFormed())
          : text.replace(/[^\x21-\x7e]/gs, (sign) =>
              sign.length === 1 ? `%${sign.charCodeAt(0).toString(16)}` : sign,
            ),
      )
      .join('='),
  )
const noise = fc
  .array(
    fc.constantFrom(
      ...['%', '%0', '%00', '%ff', '%ED%A0%80', '%zz', '&', '=', '+', '?', '/', '(', '.', ',', '"'],
    ),
    {
      maxLength: 12,
    },
  )
  .map((signs) => signs.join(''))
const query = fc.oneof(
  { arbitrary: fc.array(encoded, { maxLength: 4 }).map((parts) => parts.join('&')), weight: 9 },
  { arbitrary: noise, weight: 1 },
)

const place = fc.oneof(
  { arbitrary: fc.constant('films'), weight: 12 },
  {
    arbitrary: fc.constantFrom(
      ...[
        '',
        'nope',
        '__proto__',
        'auth.api_keys',
        'api_keys',
        'pg_class',
        'films/1',
        'rpc',
        'rpc/',
        'rpc/nope',
      ],
      ...[
        'rpc/constructor',
        'rpc/pg_sleep',
        '%66ilms',
        'films%00',
        '%',
        '%ff',
        '..%2f..%2fconfig.json',
        'f'.repeat(300),
      ],
    ),
    weight: 1,
  },
)
const method = fc.oneof(
  { arbitrary: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'), weight: 12 },
  { arbitrary: fc.constantFrom('POST', 'PATCH', 'DELETE', 'PUT', 'PROPFIND', 'TRACE', 'OPTIONS'), weight: 1 },
)
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 30,
})
const headers = fc.record(
  {
    accept: fc.oneof(
      fc.constantFrom(
        'application/json',
        'text/csv',
        'application/vnd.pgrst.object+json',
        '*/*;q=x',
        'image/png',
        ',;',
      ),
      headerText,
    ),
    prefer: fc.oneof(fc.constantFrom('count=exact', 'count=planned', 'count=', 'return=minimal'), headerText),
    range: fc.oneof(
      fc.constantFrom('0-9', '10-', '9-0', '1000000-', `${'9'.repeat(400)}-`, 'bytes=0-1'),
      headerText,
    ),
    'range-unit': fc.constantFrom('items', 'bytes'),
    'accept-profile': fc.oneof(fc.constantFrom('public', 'public', 'auth', ''), headerText),
    'content-type': fc.constantFrom('application/json', 'text/csv', 'nonsense'),
    authorization: fc.oneof(fc.constantFrom('Bearer', 'Bearer a.b.c', 'Basic YTpi'), headerText),
  },
  { requiredKeys: [] },
)
/** A few at a time: with all of them there is always one to refuse. */
const someHeaders = fc.tuple(headers, fc.nat({ max: 3 })).map(([all, count]) => {
  return Object.fromEntries(Object.entries(all).slice(0, Math.max(0, count - 1)))
})

const hostile: fc.Arbitrary<Hostile> = fc
  .tuple(method, place, query, someHeaders)
  .map(([method, place, query, headers]) => ({ method, path: `/rest/v1/${place}?${query}`, headers }))

describe.each(ENGINES)('hostile queries on %s', (engine) => {
  let server: TestServer
  const agent = new http.Agent({ keepAlive: true })
  beforeAll(async () => {
    server = await startServer(engine)
  })
  afterAll(async () => {
    agent.destroy()
    await server.close()
  })

  function send(hostile: Hostile): Promise<Answer> {
    const { method, path, headers } = hostile
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.url)
      const request = http.request(
        { hostname, port, method, path, agent, headers: { apikey: server.key, ...headers } },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              type: response.headers['content-type'] ?? '',
              body: Buffer.concat(chunks).toString(),
            }),
          )
        },
      )
      // The server hangs up after a head it cannot read; a request already on its way there goes again.
      request.on('error', (error) => (request.reusedSocket ? resolve(send(hostile)) : reject(error)))
      request.end()
    })
  }

  test('are answered or refused in PostgREST’s words, and never more than that', async () => {
    const before = await server.db.query(
      'select count(*)::int as films, sum(spine)::int as spines from public.films',
    )
    const statuses = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(hostile, async (request) => {
        const answer = await send(request)
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        holds(request, answer)
      }),
      { numRuns: RUNS, endOnFailure: false },
    )
    expect(
      await server.db.query('select count(*)::int as films, sum(spine)::int as spines from public.films'),
    ).toEqual(before)
    // Were nearly all refused, or nearly none, the requests would test little.
    const count = (from: number, to: number) =>
      [...statuses].reduce((sum, [status, times]) => (status >= from && status < to ? sum + times : sum), 0)
    expect(count(200, 300)).toBeGreaterThan(RUNS / 10)
    expect(count(400, 500)).toBeGreaterThan(RUNS / 10)
  }, 300_000)
})

function holds({ method, path }: Hostile, { status, type, body }: Answer): void {
  expect(status).toBeLessThan(500)
  expect(body).not.toMatch(/json_agg|as page|public\."|from public|\n\s+at |node_modules|\.ts:\d/)
  // Node itself refuses a head that is too long, and the preflight of CORS has no body to speak of.
  if (method === 'HEAD' || method === 'OPTIONS' || status === 431) return
  if (status >= 400) {
    const refusal = JSON.parse(body) as Record<string, unknown>
    expect(Object.keys(refusal)).toEqual(['code', 'message', 'details', 'hint'])
    expect([typeof refusal.code, typeof refusal.message]).toEqual(['string', 'string'])
    return
  }
  expect(path).toMatch(/^\/rest\/v1\/(films|%66ilms)\?/)
  if (!type.startsWith('application/json')) return
  const rows = JSON.parse(body) as unknown[]
  expect(Array.isArray(rows)).toBe(true)
  expect(rows.length).toBeLessThanOrEqual(1000)
}
