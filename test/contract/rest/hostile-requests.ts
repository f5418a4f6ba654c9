import fc from 'fast-check'

interface HostileRequest {
  method: string
  path: string
  headers: Record<string, string>
}

/** Generates one of the words of a text. */
const word = (words: string) => fc.constantFrom(...words.split(' '))

/** Generates mostly the first kind and occasionally the second. */
const mostly = <A, B>(usual: fc.Arbitrary<A>, strange: fc.Arbitrary<B>) =>
  fc.oneof({ arbitrary: usual, weight: 8 }, { arbitrary: strange, weight: 1 })

const joined = (parts: fc.Arbitrary<string>[], glue: string) =>
  fc.tuple(...parts).map((texts) => texts.join(glue))

const listOf = (item: fc.Arbitrary<string>) =>
  fc.array(item, { maxLength: 4 }).map((items) => items.join(','))

const column = word('id spine title director year dvd bluray_4k search country')
const name = mostly(
  column,
  fc.oneof(
    word(
      `__proto__ constructor "title" a.b * and or not ctid tableoid title" films.title count() Ō 💿 title;`,
    ),
    fc.constantFrom('', ' title ', "title'--", 'title->>x', 'x'.repeat(200)),
  ),
)
const step = joined(
  [
    word('-> ->> ->>'),
    mostly(
      word('a 0 -1 "a.b" k-l'),
      fc.constantFrom('', '-a', '99999999999', '"', `"'); --"`, '💿', '(', 'x'.repeat(200)),
    ),
  ],
  '',
)
/** Generates a column, occasionally with a JSON path. */
const field = mostly(
  name,
  fc
    .tuple(name, fc.array(step, { minLength: 1, maxLength: 4 }))
    .map(([column, steps]) => column + steps.join('')),
)
const negation = fc.constantFrom('', 'not.')
const operator = mostly(
  fc.oneof(
    { arbitrary: word('eq neq gt gte lt lte like ilike in is'), weight: 3 },
    word(
      'isdistinct cs cd ov sl sr nxl nxr adj match imatch eq(any) like(any) ilike(all) gte(all) match(any)',
    ),
  ),
  fc.oneof(word('fts not EQ = constructor eq(some) in(any) like(any)(all) cs(all)'), fc.constant('')),
)
const value = fc.oneof(
  fc.integer({ min: -10, max: 3000 }).map(String),
  word(`1e999 NaN infinity -0 0x1F ١ null true unknown $1 $0 {} {1,2 () (1,2) ("a","b\\"c") (" ( ) , "" " '`),
  word(
    '{a,b} {1,2} {"a,b",%} {{1},{2}} {null} [1,5) (,) {"k":[1,{"l":null}]} [] (a+)+$ [[:<:]] (a)\\1 ***= a{1,9}',
  ),
  fc.constantFrom('9'.repeat(19), '9'.repeat(3000), '*'.repeat(2000), "'; drop table films; --"),
  fc.constantFrom('['.repeat(4000), '{"a":'.repeat(1500), '{'.repeat(50), `{${'a,'.repeat(2000)}a}`),
  fc.constantFrom(...'%_*\\\u0000\ud800\ufffe\u202e💿\n'),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const comparison = fc.tuple(negation, operator, value).map(([not, is, than]) => `${not}${is}.${than}`)

const logic = word('and or not.and not.or')
const { tree } = fc.letrec<{ tree: string; branch: string }>((tie) => ({
  tree: fc.oneof({ depthSize: 'medium' }, joined([mostly(column, field), comparison], '.'), tie('branch')),
  branch: fc.tuple(logic, listOf(tie('tree'))).map(([kind, members]) => `${kind}(${members})`),
}))
const deep = fc
  .integer({ min: 1, max: 1500 })
  .map((depth) => `${'(and'.repeat(depth)}(id.eq.1)${')'.repeat(depth)}`)

const selected = fc.oneof(
  field,
  joined([name, field], ':'),
  joined([field, mostly(fc.constant('text'), word('int jsonb date regclass'))], '::'),
)
const ordered = joined([field, fc.constantFrom('', '.desc', '.asc.nullsfirst', '.nullslast', '.up')], '')
const parameter = fc.oneof(
  fc.tuple(field, comparison),
  fc.tuple(fc.constant('select'), listOf(selected)),
  fc.tuple(fc.constant('order'), ordered),
  fc.tuple(word('limit offset'), fc.oneof(fc.nat({ max: 2000 }).map(String), value)),
  fc.tuple(
    logic,
    fc.oneof(
      listOf(tree).map((members) => `(${members})`),
      deep,
      value,
    ),
  ),
  fc.tuple(word('select columns on_conflict films.order'), value),
)

/** Encodes a text correctly, or leaves it as far as HTTP allows. */
const encoded = fc
  .tuple(parameter, mostly(fc.constant(encodeURIComponent), fc.constant(partlyEncoded)))
  .map(([pair, encode]) => pair.map((text) => encode(text.toWellFormed())).join('='))

function partlyEncoded(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}

const noise = fc
  .array(word('% %0 %00 %ff %ED%A0%80 %zz & = + ? / ( . , "'), { maxLength: 12 })
  .map((signs) => signs.join(''))
const query = mostly(
  fc.array(encoded, { maxLength: 4 }).map((parts) => parts.join('&')),
  noise,
)

const place = mostly(
  fc.constant('films'),
  fc.oneof(
    word(
      'nope __proto__ auth.api_keys api_keys pg_class films/1 rpc rpc/ rpc/nope rpc/constructor rpc/pg_sleep',
    ),
    word('%66ilms films%00 % %ff ..%2f..%2fconfig.json'),
    fc.constantFrom('', 'f'.repeat(300)),
  ),
)
const method = mostly(word('GET GET GET HEAD'), word('POST PATCH DELETE PUT PROPFIND TRACE OPTIONS'))

const headerSign = fc
  .integer({ min: 0x20, max: 0xfe })
  .map((code) => String.fromCharCode(code === 0x7f ? 0xff : code))
const anyHeader = fc.string({ unit: headerSign, maxLength: 30 })
const header = fc.oneof(
  fc.tuple(
    fc.constant('accept'),
    fc.oneof(
      word('application/json text/csv application/vnd.pgrst.object+json */*;q=x image/png ,;'),
      anyHeader,
    ),
  ),
  fc.tuple(
    fc.constant('prefer'),
    fc.oneof(word('count=exact count=planned count= return=minimal'), anyHeader),
  ),
  fc.tuple(
    fc.constant('range'),
    fc.oneof(word(`0-9 10- 9-0 1000000- ${'9'.repeat(400)}- bytes=0-1`), anyHeader),
  ),
  fc.tuple(fc.constant('range-unit'), word('items bytes')),
  fc.tuple(fc.constant('accept-profile'), mostly(fc.constant('public'), anyHeader)),
  fc.tuple(fc.constant('content-type'), word('application/json nonsense')),
  fc.tuple(fc.constant('authorization'), fc.oneof(word('Bearer'), fc.constant('Bearer a.b.c'), anyHeader)),
)

/** Node refuses a longer request head itself. */
const MAX_PATH_LENGTH = 15_000

/** Generates read requests. Most are nearly valid, because those reach more code. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc
  .tuple(method, place, query, fc.array(header, { maxLength: 2 }))
  .map(([method, place, query, headers]) => ({
    method,
    path: `/rest/v1/${place}?${query}`,
    headers: Object.fromEntries(headers),
  }))
  .filter(({ path }) => path.length < MAX_PATH_LENGTH)
