import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lineFault, linkFault } from '../../../domain/film/rules.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const BLANKS = [
  ...' \t\n\v\f\r\u0085\u00a0\u1680\u180e\u2000\u2007\u200a\u200b\u200d\u2028\u2029\u202f\u205f\u3000\ufeff',
]
const SIGNS = [
  ...BLANKS,
  '\u0001',
  '\u001f',
  '\u007f',
  '\u009f',
  '\ufffd',
  '\u202e',
  '\u00ad',
  '\u0301',
  '👩‍🚀',
  'é',
  'ا',
]

const LINES = [
  '',
  'a',
  ...SIGNS.flatMap((sign) => [sign, `${sign}a`, `a${sign}`, `a${sign}b`]),
  ...[499, 500, 501].flatMap((length) => ['x', 'é', '👩'].map((sign) => sign.repeat(length))),
  `${'x'.repeat(499)}👩`,
  `${'x'.repeat(500)}👩`,
  'e\u0301'.repeat(250),
]

const LINKS = [
  '',
  'http://',
  'https://',
  'https:///x',
  'http://?x',
  'http://#',
  'https://x',
  'HTTPS://X',
  'http:/x',
  'http:x',
  'javascript:alert(1)',
  'data:text/html,x',
  '//x',
  'x',
  'ftp://x',
  'httpſ://x',
  'hTTp://x',
  ' https://x',
  'https://👩',
  'https://x\nhttps://y',
  '\nhttps://x',
  'https://x/a b',
  'https://x/\'"<>',
  'view-source:https://x',
  'https://x:y@z',
  ...SIGNS.flatMap((sign) => [
    `https://${sign}`,
    `https://x/${sign}`,
    `${sign}https://x`,
    `https://x${sign}y`,
  ]),
  ...[1999, 2000, 2001].flatMap((length) => ['x', '👩'].map((sign) => `https://${sign.repeat(length - 8)}`)),
]

const sign = fc.oneof(
  fc.constantFrom(...SIGNS, ...'https://?#a'),
  fc.string({ unit: 'binary', maxLength: 1 }),
)
const text = fc.string({ unit: sign, maxLength: 12 })
/** Texts that PostgreSQL cannot store have separate tests. */
const storable = (sample: string) => !sample.includes('\0')

describe.each(ENGINES)('film rules on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(engine)
  })
  afterAll(() => server.close())

  async function validInDatabase(rule: 'is_line' | 'is_web_address', texts: string[]): Promise<boolean[]> {
    const [row] = await server.db.query<{ right: string }>(
      `select coalesce(json_agg(private.${rule}(sample) order by place), '[]')::text as right
       from jsonb_array_elements_text($1::jsonb) with ordinality as each (sample, place)`,
      [JSON.stringify(texts)],
    )
    return JSON.parse(row?.right ?? '[]') as boolean[]
  }

  const RULES = [
    ['is_line', lineFault, LINES],
    ['is_web_address', linkFault, LINKS],
  ] as const

  test.each(RULES)(
    '%s accepts and refuses the same samples as the form and the import',
    async (rule, fault, samples) => {
      const judged = await validInDatabase(rule, [...samples])
      const differing = samples.filter((sample, index) => judged[index] !== (fault(sample) === undefined))
      expect(differing).toEqual([])
      expect(new Set(judged)).toEqual(new Set([true, false]))
    },
  )

  test.each(RULES)(
    '%s accepts and refuses the same generated texts as the form and the import',
    async (rule, fault) => {
      const prefix = rule === 'is_line' ? '' : 'https://'
      const samples = text.map((end) => prefix + end).filter(storable)
      await fc.assert(
        fc.asyncProperty(fc.array(samples, { minLength: 50, maxLength: 50 }), async (texts) => {
          expect(await validInDatabase(rule, texts)).toEqual(texts.map((each) => fault(each) === undefined))
        }),
        { numRuns: 40 },
      )
    },
  )

  test('any text becomes one line or an empty text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text.filter(storable), { minLength: 50, maxLength: 50 }), async (texts) => {
        const [row] = await server.db.query<{ lines: string }>(
          `select coalesce(json_agg(private.as_line(sample)), '[]')::text as lines
           from jsonb_array_elements_text($1::jsonb) as each (sample)`,
          [JSON.stringify([...texts, ...LINES])],
        )
        for (const line of JSON.parse(row?.lines ?? '') as (string | null)[]) {
          if (line !== null) expect(lineFault(line)).toBeUndefined()
        }
      }),
      { numRuns: 10 },
    )
  })
})
