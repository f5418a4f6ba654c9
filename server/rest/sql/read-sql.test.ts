import { describe, expect, test } from 'vitest'
import { parseRead } from '../../../domain/rest/parse/parse.ts'
import { planRead } from '../plan/plan-read.ts'
import { schema } from '../schema/schema.fixture.ts'
import { toSql } from './read-sql.ts'

const sqlOf = (
  query: string,
  headers = {},
  resource: ['relation' | 'function', string] = ['relation', 'films'],
) => {
  const [kind, name] = resource
  return toSql(planRead(parseRead('GET', { resource: { kind, name }, query }, headers), schema))
}

test('a read returns one row with the page as JSON and the number of its rows', () => {
  expect(sqlOf('select=title,y:year::text&order=title.desc.nullslast,id&limit=50&offset=100')).toEqual({
    text:
      `select coalesce(json_agg(page.*), '[]')::text as body, count(*)::int as rows from (` +
      `select t."title", t."year"::text as "y" from public."films" as t ` +
      `order by t."title" desc nulls last, t."id" asc limit 50 offset 100) as page`,
    values: [],
  })
})

test('every value is sent as a parameter', () => {
  const hostile = `'; drop table films; --`
  const { text, values } = sqlOf(
    `title=eq.${hostile}&year=in.(1,${encodeURIComponent(hostile)})&or=(title.like.${hostile}*,spine.not.gt.7)`,
  )
  expect(values).toEqual([hostile, `{"1","${hostile}"}`, `${hostile}%`, '7'])
  expect(text).toContain(
    `where t."title" = $1 and t."year" = any($2) and (t."title" like $3 or not (t."spine" > $4)) limit`,
  )
  expect(text).not.toContain('drop')
})

test('a boolean is written into the statement, so that its plan is for this value', () => {
  const { text, values } = sqlOf('dvd=eq.true&title=neq.false&title=eq.TRUE')
  expect(text).toContain(`where t."dvd" = 'true' and t."title" <> 'false' and t."title" = $1 limit`)
  expect(values).toEqual(['TRUE'])
})

test('an operator with any or all sends its values as the text of an array', () => {
  const { text, values } = sqlOf('title=like(any).{a*,true}&year=not.gte(all).{1,2}&dvd=eq(any).true')
  expect(text).toContain(
    `where t."title" like any($1) and not (t."year" >= all($2)) and t."dvd" = any($3) limit`,
  )
  expect(values).toEqual(['{a%,true}', '{1,2}', 'true'])
})

test('the keys of a JSON path are sent as parameters', () => {
  const { text, values } = sqlOf(
    `select=formats->0,film_id->>"'; drop"&formats->1=eq.dvd&order=formats->2.desc`,
    {},
    ['relation', 'wishlist'],
  )
  expect(text).toContain(
    `(select (to_jsonb(t."formats") -> $3::int) as "formats", (to_jsonb(t."film_id") ->> $4::text) as "'; drop" ` +
      `from public."wishlist" as t where (to_jsonb(t."formats") -> $1::int) = $2 ` +
      `order by (to_jsonb(t."formats") -> $5::int) desc limit`,
  )
  expect(values).toEqual([1, 'dvd', 0, `'; drop`, 2])
})

test('a list is sent as the text of an array', () => {
  const list = encodeURIComponent('("a\\"b","c\\\\d",null,{e,f},)')
  expect(sqlOf(`title=in.${list}`).values).toEqual(['{"a\\"b","c\\\\d","null","{e","f}",""}'])
  expect(sqlOf('title=in.()').values).toEqual(['{}'])
})

test('the operator is writes keywords and sends no parameters', () => {
  const { text, values } = sqlOf('year=is.null&dvd=is.true&dvd=not.is.unknown&year=is.not_null')
  expect(text).toContain(
    `where t."year" is null and t."dvd" is true and not (t."dvd" is unknown) and t."year" is not null`,
  )
  expect(values).toEqual([])
})

test('names are quoted, including aliases', () => {
  expect(sqlOf(`select=${encodeURIComponent('"a""')}:title`.replace('%22%22', '%5C%22%22')).text).toContain(
    `select t."title" as "a""" from`,
  )
  expect(sqlOf('', {}, ['relation', 'it "quotes"']).text).toContain(`from public."it ""quotes""" as t`)
})

test('a keyset condition becomes a row comparison with the cursor', () => {
  const { text, values } = sqlOf(`dvd=is.true&or=(title.gt."M, a",and(title.eq."M, a",spine.gt.5))`)
  expect(text).toContain(`where t."dvd" is true and (t."title", t."spine") > ($1, $2) limit`)
  expect(values).toEqual(['M, a', '5'])
})

test('the total counts the rows that match the same conditions', () => {
  const { text, values } = sqlOf('year=gt.1950&limit=5', { prefer: 'count=exact' })
  expect(text).toContain(`(select count(*) from public."films" as t where t."year" > $1)::int as total`)
  expect(values).toEqual(['1950'])
})

test('the media type decides the form of the body, and HEAD has none', () => {
  expect(sqlOf('', { accept: 'application/vnd.pgrst.object+json' }).text).toMatch(
    /^select \(json_agg\(page\.\*\) -> 0\)::text as body/,
  )
  expect(sqlOf('select=id,dvd', { accept: 'text/csv' }).text).toContain(
    `select string_agg(left(right((page.*)::text, -1), -1), E'\\n') as body, count(*)::int as rows from (select t."id", t."dvd" from`,
  )
  const head = toSql(
    planRead(parseRead('HEAD', { resource: { kind: 'relation', name: 'films' }, query: '' }, {}), schema),
  )
  expect(head.text).toMatch(/^select null as body, count\(\*\)::int as rows from \(select t\."id"/)
})

describe('a function', () => {
  test('is called with named arguments cast to their declared types', () => {
    const { text, values } = sqlOf('director=Ozu&country=Japan&year=gt.1950', {}, ['function', 'films_by'])
    expect(text).toContain(
      `from public."films_by"("director" => $1::text, "country" => $2::text) as t where t."year" > $3 limit`,
    )
    expect(values).toEqual(['Ozu', 'Japan', '1950'])
  })

  test('that returns one value has it as the body; one that returns nothing has no body', () => {
    expect(sqlOf('', {}, ['function', 'films_count']).text).toMatch(
      /^select \(json_agg\(page\.value\) -> 0\)::text as body, .* from \(select t\.value from \(select public\."films_count"\(\) as value\) as t/,
    )
    expect(sqlOf('', {}, ['function', 'touch']).text).toMatch(
      /^select null as body, .* from public\."touch"\(\) as t/,
    )
  })
})
