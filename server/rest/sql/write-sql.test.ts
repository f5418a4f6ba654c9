import { describe, expect, test } from 'vitest'
import { parseCall } from '../../../domain/rest/parse/parse.ts'
import { parseWrite, type WriteMethod } from '../../../domain/rest/parse/write.ts'
import { planRead } from '../plan/plan-read.ts'
import { planWrite } from '../plan/plan-write.ts'
import { schema } from '../schema/schema.fixture.ts'
import { toSql } from './read-sql.ts'
import { toWriteSql } from './write-sql.ts'

const sqlOf = (method: WriteMethod, query: string, body: string, headers = {}, relation = 'films') =>
  toWriteSql(planWrite(parseWrite(method, { relation, query }, headers, body), schema))

const wanted = { prefer: 'return=representation' }

test('the body is sent as one parameter, and the statement contains only names of columns', () => {
  const hostile = `{"title": "'; drop table films; --"}`
  const { text, values } = sqlOf('POST', '', hostile)
  expect(values).toEqual([`[${hostile}]`])
  expect(text).toBe(
    `with written as (insert into public."films" as t ("title") select r."title" ` +
      `from json_array_elements($1) as items(item), json_to_record(items.item) as r("title" text) returning 1) ` +
      `select null as body, count(*)::int as rows from (select  from written as t) as page`,
  )
})

test('the body of the response is built from the written rows', () => {
  expect(sqlOf('POST', 'select=t:title,spine::text', '{"title": "M"}', wanted).text).toMatch(
    /returning t\."title", t\."spine"\) select coalesce\(json_agg\(page\.\*\), '\[\]'\)::text as body, count\(\*\)::int as rows from \(select t\."title" as "t", t\."spine"::text as "spine" from written as t\) as page$/,
  )
})

test('another number of rows than the one allowed makes the statement fail', () => {
  const headers = { ...wanted, accept: 'application/vnd.pgrst.object+json' }
  expect(sqlOf('DELETE', 'id=gt.1', '', headers).text).toContain(
    `case when count(*) = 1 then count(*)::int else auth.refuse_rows('CC116', count(*)) end as rows`,
  )
  expect(sqlOf('DELETE', 'id=gt.1', '', { prefer: 'handling=strict, max-affected=3' }).text).toContain(
    `case when count(*) <= 3 then count(*)::int else auth.refuse_rows('CC124', count(*)) end as rows`,
  )
})

test('missing=default gives a column that an object does not name its default', () => {
  const { text } = sqlOf('POST', 'columns=dvd,year', '[{"year": 1}]', { prefer: 'missing=default' })
  expect(text).toContain(
    `select case when (items.item -> 'dvd') is null then false else r."dvd" end, r."year" from`,
  )
})

describe('duplicates', () => {
  const upsert = (body: string, resolution: string) =>
    sqlOf('POST', 'on_conflict=spine', body, { prefer: `resolution=${resolution}` }).text

  test('are merged in every given column, including the key', () => {
    expect(upsert('{"spine": 1, "title": "M"}', 'merge-duplicates')).toContain(
      `on conflict ("spine") do update set "spine" = excluded."spine", "title" = excluded."title" where set_config(`,
    )
  })

  test('are ignored with ignore-duplicates, or if there is no column to merge', () => {
    expect(upsert('{"spine": 1}', 'ignore-duplicates')).toContain(
      `on conflict ("spine") do nothing returning 1`,
    )
    expect(upsert('{}', 'merge-duplicates')).toContain(`on conflict ("spine") do nothing returning 1`)
  })
})

test('an update takes its values from the body and its rows from the filters', () => {
  const { text, values } = sqlOf('PATCH', 'title=eq.M&or=(id.eq.1,id.eq.2)', '{"year": 1931}')
  expect(text).toContain(
    `update public."films" as t set "year" = r."year" from json_array_elements($1) as items(item), ` +
      `json_to_record(items.item) as r("year" integer) where t."title" = $2 and (t."id" = $3 or t."id" = $4) returning 1`,
  )
  expect(values).toEqual(['[{"year": 1931}]', 'M', '1', '2'])
})

test('an update with an empty object writes nothing', () => {
  expect(sqlOf('PATCH', 'id=eq.1', '{}').text).toContain('with written as (select 1 where false) select')
})

test('a deletion deletes the rows that its filters select', () => {
  expect(sqlOf('DELETE', 'id=eq.1', '').text).toContain(
    `with written as (delete from public."films" as t where t."id" = $1 returning 1)`,
  )
})

describe('a function called with a body', () => {
  const call = (name: string, body: string, query = '', headers = {}) =>
    toSql(planRead(parseCall(name, query, headers, body), schema))

  test('takes its arguments from it, with their declared types', () => {
    const body = '{"country": "Japan", "director": ["Ozu"]}'
    const { text, values } = call('films_by', body, 'year=gt.1950')
    expect(text).toContain(
      `from json_to_record($1) as args("director" text, "country" text), ` +
        `public."films_by"("director" => args."director", "country" => args."country") as t where t."year" > $2`,
    )
    expect(values).toEqual([body, '1950'])
  })

  test('that returns one value has it as the body', () => {
    expect(call('films_count', '{"word": "M"}').text).toContain(
      `from (select public."films_count"("word" => args."word") as value from json_to_record($1) as args("word" text)) as t`,
    )
    expect(call('films_count', '').values).toEqual([])
  })

  test('with max-affected is called once, and all of its rows count', () => {
    const most = { prefer: 'handling=strict, max-affected=3' }
    const { text } = call('films_by', '{"director": "Ozu"}', 'limit=1', most)
    expect(text).toMatch(/^with called as materialized/)
    expect(text).toContain(
      `case when (select count(*) from called) <= 3 then count(*)::int ` +
        `else auth.refuse_rows('CC124', (select count(*) from called)) end as rows`,
    )
    expect(() => call('grow', '', '', most)).toThrow(
      expect.objectContaining({ status: 400, code: 'PGRST128' }),
    )
  })

  test('that may write is called once even if its rows are counted', () => {
    const { text } = call('grow', '{}', '', { prefer: 'count=exact' })
    expect(text.match(/public\."grow"\(\)/g)).toHaveLength(1)
    expect(text).toMatch(
      /^with called as materialized \(select t\.\* from \(select public\."grow"\(\) as value\) as t\) select/,
    )
  })
})
