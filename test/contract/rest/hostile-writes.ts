import fc from 'fast-check'
import type { RawRequest } from '../../support/hostile-responses.ts'

const word = (words: string) => fc.constantFrom(...words.split(' '))

/** Generates mostly the first kind and occasionally the second. */
const mostly = <A, B>(usual: fc.Arbitrary<A>, strange: fc.Arbitrary<B>) =>
  fc.oneof({ arbitrary: usual, weight: 8 }, { arbitrary: strange, weight: 1 })

const column = mostly(
  word('id owner label place tags body made flag'),
  fc.constantFrom('nope', '__proto__', 'constructor', 'label"', 'a.b', '', '*', 'ctid', "x'); --"),
)

/** JSON as text, because it may have no equivalent JavaScript object. */
const value: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: -5, max: 500 }).map(String),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => JSON.stringify(text)),
  fc.jsonValue({ maxDepth: 3 }).map((json) => JSON.stringify(json)),
  word(
    `null true 1e999 -0 1e-400 0.1 99999999999 {} [] [[1],[2]] {"a":{"b":[null]}} "{a,b}" "{" "1e5" "now"`,
  ),
  fc.constantFrom(
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udc00x"',
    `"'; drop table scraps; --"`,
    `"${'x'.repeat(9000)}"`,
  ),
  fc.integer({ min: 1, max: 2000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
)
const member = fc.tuple(column, value).map(([name, json]) => `${JSON.stringify(name)}:${json}`)
const object = fc.array(member, { maxLength: 4 }).map((members) => `{${members.join(',')}}`)
const sameKeys = fc
  .tuple(
    fc.uniqueArray(column, { maxLength: 3 }),
    fc.array(fc.array(value, { minLength: 3 }), { maxLength: 4 }),
  )
  .map(([names, rows]) => {
    const objects = rows.map((row) => names.map((name, at) => `${JSON.stringify(name)}:${row[at]}`).join(','))
    return `[${objects.map((members) => `{${members}}`).join(',')}]`
  })
const broken = fc.oneof(
  value,
  fc.string({ unit: 'binary', maxLength: 30 }),
  object.map((text) => text.slice(0, -1)),
  word('[{} {}] [null] {"a" NaN undefined \ufeff{} {"label":01} // [1,{}] {"id":1,"id":2}'),
  fc.constantFrom('', '[{},{"label":"x"}]', '{"label":"x",}', `[${'{},'.repeat(1001)}{}]`),
)
const body = mostly(fc.oneof(object, sameKeys), broken)

const filter = mostly(
  fc
    .tuple(word('id label place flag'), word('eq.1 gt.0 is.null in.(1,2) not.eq.7 like.*x* neq.true'))
    .map((pair) => pair.join('=')),
  word('nope=eq.1 id=1 or=(id.eq.1 = & limit=1 order=id offset=0 id=eq. and=(id.gt.0,label.ilike.*)'),
)
const parameter = fc.oneof(
  { arbitrary: filter, weight: 4 },
  {
    arbitrary: word('select=* select=id,l:label select=nope select= select=id::text select=body(*)'),
    weight: 1,
  },
  { arbitrary: word('columns=label columns="id","label" columns= columns=nope columns=id,id,( '), weight: 1 },
  {
    arbitrary: word('on_conflict=id on_conflict=place on_conflict=label on_conflict=nope on_conflict='),
    weight: 1,
  },
)
const query = fc.array(parameter, { maxLength: 3 }).map((parts) => parts.join('&'))

const place = mostly(
  word('scraps scraps scraps rpc/keep rpc/tell'),
  word('scrap_counts nope __proto__ films api_keys rpc/nope rpc/ scraps/1'),
)
const preference = fc.oneof(
  word('return=representation return=minimal return=headers-only return= count=exact tx=rollback'),
  word('resolution=merge-duplicates resolution=ignore-duplicates missing=default missing=null'),
  word('handling=strict max-affected=1 max-affected=-1 max-affected=1e9 params=single-object = ,'),
)
const header = fc.oneof(
  fc.tuple(
    fc.constant('accept'),
    word('application/json text/csv application/vnd.pgrst.object+json image/png'),
  ),
  fc.tuple(
    fc.constant('content-type'),
    mostly(fc.constant('application/json; charset=utf-8'), word('text/csv nonsense application/json;x')),
  ),
  fc.tuple(fc.constant('content-profile'), mostly(fc.constant('public'), fc.constant('auth'))),
  fc.tuple(fc.constant('range'), word('0-0 5-1')),
)

/** Generates write requests. Most are nearly valid, because those reach more code. */
export const hostileWrite: fc.Arbitrary<RawRequest> = fc
  .tuple(
    mostly(word('POST POST POST PATCH DELETE'), word('PUT GET HEAD')),
    place,
    query,
    fc.array(preference, { maxLength: 3 }),
    fc.array(header, { maxLength: 1 }),
    body,
  )
  .map(([method, place, query, preferences, headers, text]) => ({
    method,
    path: `/rest/v1/${place}?${query.trim()}`,
    headers: {
      'content-type': 'application/json',
      prefer: preferences.join(', '),
      ...Object.fromEntries(headers),
    },
    // Node sends a body only with these methods.
    body: /^P/.test(method) ? text.toWellFormed() : undefined,
  }))
