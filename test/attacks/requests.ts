import fc from 'fast-check'
import type { Schema } from '../../server/rest/schema/schema.ts'
import { ODD_VALUES, SQL_PAYLOADS } from './payloads.ts'
import type { Attack } from './send.ts'

/** An attack with the name of its endpoint, for counting, and its sender. */
export interface AimedAttack extends Attack {
  endpoint: string
  by: 'nobody' | 'somebody'
}

/** Data that an attacker knows. */
export interface Known {
  key: string
  /** Usernames and addresses of other people. */
  victim: { id: string; username: string; email: string }
  film: number
}

/** Placeholders for the sender's own data, filled in when the request is sent. */
export const OWN = {
  id: '{{own id}}',
  username: '{{own name}}',
  email: '{{own email}}',
  password: '{{own password}}',
}

/** Generates mostly the first kind and occasionally the second. */
const mostly = <A, B>(usual: fc.Arbitrary<A>, odd: fc.Arbitrary<B>, weight = 6) =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: odd, weight: 1 })

const word = (words: string) => fc.constantFrom(...words.split(' '))

const odd = fc.oneof(
  fc.constantFrom(...SQL_PAYLOADS),
  fc.constantFrom(...ODD_VALUES),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

const ACCOUNT_ENDPOINTS = [
  'POST signup',
  'POST token?grant_type=password',
  'POST token?grant_type=refresh_token',
  'GET user',
  'PUT user',
  'POST logout?scope=others',
  'POST logout?scope=local',
  'POST recover',
  'POST resend',
  'POST verify',
  'GET verify',
  'GET settings',
  'GET health',
  'GET .well-known/jwks.json',
  'POST otp',
  'GET admin/users',
  'POST admin/generate_link',
  'GET authorize',
  'POST factors',
  'GET sso',
]

const SITE_PATHS = [
  '',
  'auth',
  'account',
  'admin/titles',
  'admin/history',
  'admin/update-formats',
  'config.json',
  'health',
  'ready',
  'metrics',
  'favicon.svg',
  'manifest.webmanifest',
  'film-formats.csv',
  'before-paint.js',
  'assets/',
  'assets/x.js',
  'index.html',
  '.git/config',
  '.env',
  'package.json',
  'data',
  'server/main.ts',
  'realtime/v1/websocket',
  'storage/v1/object/x',
  'functions/v1/x',
  'rest/v1',
  'rest/v1/',
  'auth/v1/',
  'canary-victim',
  'CANARY-VICTIM',
  'nobody-at-all',
  '%00',
  '%2e%2e%2fdata',
  '..%5cdata',
  '//evil.example/',
]

/** Generates requests to every endpoint. Most are nearly valid, because those reach more code. */
export function attacks(schema: Schema, known: Known): fc.Arbitrary<AimedAttack> {
  return fc.oneof(
    { arbitrary: tableAttacks(schema, known), weight: 9 },
    { arbitrary: functionAttacks(schema, known), weight: 6 },
    { arbitrary: accountAttacks(known), weight: 3 },
    { arbitrary: siteAttacks(), weight: 4 },
  )
}

/** Generates values that fit a column or parameter, and occasionally others. */
function valueOfType({ victim, film }: Known, typeName: string): fc.Arbitrary<string> {
  const usual: Record<string, fc.Arbitrary<string>> = {
    int4: fc.oneof(fc.constant(String(film)), fc.nat({ max: 2000 }).map(String)),
    int8: fc.nat({ max: 50 }).map(String),
    bool: word('true false'),
    uuid: fc.constantFrom(victim.id, OWN.id),
    timestamptz: word('now 2026-01-01'),
    jsonb: word('{} [] {"laserdisc":true} [{"id":1,"after":{"dvd":true}}]'),
    _text: word('{} {dvd} {a,b}'),
  }
  const text = fc.constantFrom(victim.username, victim.email, OWN.username, OWN.email, 'a', 'dvd', 'admin')
  return mostly(usual[typeName] ?? text, odd, 5)
}

const operator = mostly(
  fc.oneof(
    { arbitrary: word('eq eq neq gt gte lt lte like ilike not.eq'), weight: 3 },
    word(
      'cs cd ov sl sr nxl nxr adj match imatch eq(any) like(all) ilike(any) match(any) isdistinct not.isdistinct',
    ),
  ),
  fc.oneof(word('fts in(any) eq(some) constructor'), odd),
)

const path = mostly(
  word('->a ->>a ->0 ->>-1 ->after->dvd ->"a.b"->>c'),
  odd.map((key) => `->>${key}`),
)

const media = word(
  'application/json application/json text/csv application/vnd.pgrst.object+json application/vnd.pgrst.plan+json */*;q=x image/png',
)

const preference = word(
  [
    'return=representation return=minimal return=headers-only count=exact count=planned tx=rollback',
    'resolution=merge-duplicates resolution=ignore-duplicates missing=default handling=strict max-affected=1',
    'params=single-object timezone=x safeupdate=off',
  ].join(' '),
)

/** Generates bytes that HTTP allows in a header. */
const headerText = fc
  .oneof(odd, fc.string({ unit: 'binary-ascii', maxLength: 40 }))
  .map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim())

const header: fc.Arbitrary<[string, string]> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constant('accept'), mostly(media, headerText)),
  },
  {
    weight: 8,
    arbitrary: fc.tuple(
      fc.constant('prefer'),
      mostly(fc.array(preference, { maxLength: 3 }).map(String), headerText),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(
      fc.constant('range'),
      mostly(word('0-9 10- 9-0 items=0-1 bytes=0-1 bytes=0-,1-'), headerText),
    ),
  },
  { weight: 2, arbitrary: fc.tuple(word('accept-profile content-profile content-type apikey'), headerText) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant('authorization'), mostly(word('Bearer a.b.c Basic'), headerText)),
  },
  {
    weight: 12,
    arbitrary: fc.tuple(
      word(
        [
          'range-unit content-encoding accept-encoding origin referer cookie user-agent x-request-id if-none-match',
          'if-modified-since x-forwarded-for x-forwarded-host x-forwarded-proto forwarded host x-client-info te',
          'x-http-method-override access-control-request-method access-control-request-headers accept-language',
          'x-supabase-api-version x-original-url x-rewrite-url accept-profile content-profile',
        ].join(' '),
      ),
      mostly(word('gzip br * null https://evil.example a=b localhost public DELETE trailers'), headerText, 3),
    ),
  },
)

const headers = fc.array(header, { maxLength: 2 }).map((pairs) => Object.fromEntries(pairs))

const methods = (usual: string) =>
  mostly(word(usual), word('GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND LINK SEARCH'), 9)

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%7B%7Bown%20(\w+)%7D%7D/g, '{{own $1}}')
}

/** Encodes a text correctly, or leaves it as far as HTTP allows. */
const parameter = (name: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
  parameterOf(fc.tuple(name, value))

const parameterOf = (pair: fc.Arbitrary<[string, string]>) =>
  fc
    .tuple(pair, mostly(fc.constant(encode), fc.constant(partlyEncoded), 12))
    .map(([[name, value], encode]) => `${encode(name)}=${encode(value)}`)

function partlyEncoded(text: string): string {
  return text.replace(
    /[^\x21-\x7e]/g,
    (sign) => `%${(sign.charCodeAt(0) & 255).toString(16).padStart(2, '0')}`,
  )
}

function tableAttacks(schema: Schema, site: Known): fc.Arbitrary<AimedAttack> {
  const relations = [...schema.relations.values()]
  return fc.constantFrom(...relations).chain((relation) => {
    const known = fc.constantFrom(...relation.columns)
    const column = mostly(
      fc.oneof(
        { arbitrary: known.map(({ name }) => name), weight: 6 },
        fc.tuple(known, path).map(([{ name }, path]) => name + path),
      ),
      odd,
      12,
    )
    const value = valueOfType(site, '')
    const comparison = known.chain(({ name, typeName }) =>
      fc.tuple(
        mostly(
          mostly(
            fc.constant(name),
            path.map((path) => name + path),
          ),
          odd,
          15,
        ),
        fc.oneof(
          {
            arbitrary: fc.tuple(operator, valueOfType(site, typeName)).map((pair) => pair.join('.')),
            weight: 4,
          },
          fc.array(valueOfType(site, typeName), { maxLength: 3 }).map((values) => `in.(${values})`),
          word('is.null not.is.null is.true is.unknown'),
        ),
      ),
    )
    const tree = comparison.map((pair) => pair.join('.'))
    const list = (item: fc.Arbitrary<string>) => fc.array(item, { minLength: 1, maxLength: 4 }).map(String)
    const query = fc
      .array(
        fc.oneof(
          { arbitrary: parameterOf(comparison), weight: 4 },
          {
            arbitrary: parameter(
              fc.constant('select'),
              list(mostly(column, word('* a:id id::text b(*) count()'))),
            ),
            weight: 2,
          },
          parameter(
            fc.constant('order'),
            list(fc.tuple(column, word('.asc .desc .desc.nullslast .up')).map((p) => p.join(''))),
          ),
          parameter(word('limit offset'), value),
          parameter(
            word('and or not.or'),
            list(tree).map((members) => `(${members})`),
          ),
          parameter(word('on_conflict columns'), list(column)),
          parameter(word('apikey select order'), value),
        ),
        { maxLength: 4 },
      )
      .map((parts) => parts.join('&'))
    return fc
      .tuple(
        methods('GET GET GET HEAD POST PATCH DELETE'),
        mostly(fc.constant(encode(relation.name)), odd.map(encode), 30),
        query,
        headers,
        rowsOf(memberOf(site, known)),
        word('nobody somebody somebody'),
      )
      .map(([method, name, query, headers, body, by]) => ({
        endpoint: `/rest/v1/${relation.name}`,
        method,
        path: `/rest/v1/${name}?${query}`,
        by: by as AimedAttack['by'],
        headers: { apikey: site.key, 'content-type': 'application/json', ...headers },
        ...(/^P/.test(method) && { body }),
      }))
  })
}

/** JSON as text, because it may have no equivalent JavaScript object. */
const jsonOf = (value: fc.Arbitrary<string>) =>
  fc.oneof(
    { arbitrary: value.map((text) => JSON.stringify(text)), weight: 4 },
    { arbitrary: word('null true false 0 1 -1 1e999 [] {} [[]] [null] {"a":{"b":[1]}} "{a,b}"'), weight: 2 },
    fc.jsonValue({ maxDepth: 2 }).map((json) => JSON.stringify(json)),
    fc.integer({ min: 1, max: 300 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  )

type Member = readonly [name: string, json: string]

/** Generates a JSON value of a column's or parameter's type. */
function memberOf(
  site: Known,
  places: fc.Arbitrary<{ name: string; typeName: string }>,
): fc.Arbitrary<Member> {
  return places.chain(({ name, typeName }) =>
    fc.tuple(
      mostly(fc.constant(name), odd, 15),
      mostly(valueOfType(site, typeName).map(asJson(typeName)), jsonOf(fc.constant('')), 6),
    ),
  )
}

/** Returns a function that writes a value as JSON of a type, or as a JSON string if it does not look like one. */
function asJson(typeName: string): (value: string) => string {
  const isPlain = { int4: /^\d{1,9}$/, int8: /^\d{1,9}$/, bool: /^(true|false)$/, jsonb: /^[[{].*[\]}]$/ }[
    typeName
  ]
  return (value) => (isPlain?.test(value) ? value : JSON.stringify(value.toWellFormed()))
}

const objectText = (members: readonly Member[]) =>
  `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`

const broken = fc.oneof(odd, word('[{} {}] [null] {"a" NaN // {"id":1,"id":2} \ufeff{}'))

function rowsOf(member: fc.Arbitrary<Member>): fc.Arbitrary<string> {
  const object = fc.array(member, { minLength: 1, maxLength: 3 }).map(objectText)
  return mostly(
    fc.oneof(
      object,
      fc.array(object, { maxLength: 2 }).map((rows) => `[${rows}]`),
    ),
    broken,
    12,
  )
}

function functionAttacks(schema: Schema, known: Known): fc.Arbitrary<AimedAttack> {
  const routines = [...schema.routines.values()].flat()
  return fc.constantFrom(...routines).chain((routine) => {
    const given = fc.tuple(...routine.parameters.map((each) => memberOf(known, fc.constant(each))))
    const body = mostly(given.map(objectText), broken, 12)
    const query = fc
      .tuple(
        fc.tuple(
          ...routine.parameters.map(({ name, typeName }) =>
            parameter(fc.constant(name), valueOfType(known, typeName)),
          ),
        ),
        fc.array(parameter(word('select order limit offset id spine or films'), valueOfType(known, 'int4')), {
          maxLength: 1,
        }),
      )
      .map((parts) => parts.flat().join('&'))
    return fc
      .tuple(methods('GET POST POST'), query, headers, body, word('nobody somebody somebody'))
      .map(([method, query, headers, body, by]) => ({
        endpoint: `/rest/v1/rpc/${routine.name}`,
        method,
        path: `/rest/v1/rpc/${routine.name}${method === 'POST' ? '' : `?${query}`}`,
        by: by as AimedAttack['by'],
        headers: { apikey: known.key, 'content-type': 'application/json', ...headers },
        ...(method === 'POST' && { body }),
      }))
  })
}

function accountAttacks({ key, victim }: Known): fc.Arbitrary<AimedAttack> {
  const usually = (...usual: unknown[]) =>
    mostly(fc.constantFrom(...usual), fc.oneof(odd, fc.jsonValue({ maxDepth: 2 })), 4)
  const body = fc
    .record(
      {
        email: usually(OWN.email, victim.email, 'new-{{n}}@attack.example', ` ${OWN.email.toUpperCase()}`),
        password: usually(OWN.password, 'a wrong one that is long', 'short'),
        current_password: usually(OWN.password, 'a wrong one that is long'),
        refresh_token: usually('x', '', 'y'.repeat(43)),
        data: usually(
          { username: 'attack-{{n}}' },
          { username: victim.username },
          { a: null },
          { role: 'admin' },
        ),
        type: usually('signup', 'recovery', 'email_change', 'email', 'magiclink'),
        token_hash: usually('x', 'y'.repeat(43)),
        token: usually('123456'),
        role: usually('service_role'),
        app_metadata: usually({ role: 'admin' }),
        id: usually(victim.id),
        user_id: usually(victim.id),
        aud: usually('service_role'),
        email_confirm: usually(true),
        ['__proto__']: usually({ isAdmin: true }),
      },
      { requiredKeys: ['email', 'password'] },
    )
    .map((fields) => JSON.stringify(fields))
  const query = fc
    .array(
      parameter(
        word('redirect_to scope grant_type type token apikey email select'),
        mostly(word('/ //evil.example https://evil.example signup global password'), odd, 2),
      ),
      { maxLength: 2 },
    )
    .map((parts) => parts.join('&'))
  return fc
    .tuple(
      fc.constantFrom(...ACCOUNT_ENDPOINTS),
      mostly(fc.constant(undefined), methods('GET POST'), 12),
      query,
      headers,
      mostly(body, broken, 12),
      word('nobody somebody'),
    )
    .map(([place, otherMethod, query, headers, body, by]) => {
      const [usualMethod = '', path = ''] = place.split(' ')
      const method = otherMethod ?? usualMethod
      return {
        endpoint: `/auth/v1/${path.split('?')[0]}`,
        method,
        path: `/auth/v1/${path}${path.includes('?') ? '&' : '?'}${query}`,
        by: by as AimedAttack['by'],
        headers: { apikey: key, 'content-type': 'application/json', ...headers },
        ...(/^P/.test(method) && { body }),
      }
    })
}

function siteAttacks(): fc.Arbitrary<AimedAttack> {
  const path = mostly(fc.constantFrom(...SITE_PATHS), odd.map(encode), 5)
  const query = fc.array(parameter(word('q sort format page tab __proto__'), odd), { maxLength: 2 })
  return fc
    .tuple(methods('GET GET GET HEAD'), path, query, headers)
    .map(([method, path, query, headers]) => ({
      endpoint: SITE_PATHS.includes(path) ? `/${path}` : '/…',
      method,
      path: `/${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
      headers,
      by: 'nobody' as const,
    }))
}
