import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SampleSite, startSampleSite } from '../../support/sample-tables.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('writing on %s', (engine) => {
  let site: SampleSite
  beforeAll(async () => {
    site = await startSampleSite(engine)
  })
  afterAll(() => site.server.close())
  beforeEach(() => site.clear())

  describe('an insert', () => {
    test('an insert of one row returns 201 and no body', async () => {
      const response = await site.anna
        .from('shelves')
        .insert({ label: 'Ōzu', tags: ['a,b', 'c"'], body: { k: [1] } })
      expect(response).toMatchObject({ status: 201, data: null, error: null })
      expect(
        await site.server.db.query('select label, tags::text, body::text, length from public.shelves'),
      ).toEqual([{ label: 'Ōzu', tags: '{"a,b","c\\""}', body: '{"k": [1]}', length: 3 }])
    })

    test('an insert of many rows returns them as selected: renamed, cast and in order', async () => {
      const rows = Array.from({ length: 1000 }, (_, place) => ({ label: `shelf ${place}`, place }))
      const { data, status, count } = await site.anna
        .from('shelves')
        .insert(rows, { count: 'exact' })
        .select('name:label,place::text')
      expect([status, count]).toEqual([201, 1000])
      expect(data).toEqual(rows.map(({ label, place }) => ({ name: label, place: `${place}` })))
    })

    test('an insert returns one row as an object', async () => {
      const one = await site.anna.from('shelves').insert({ label: 'one' }).select('id,label').single()
      expect(one).toMatchObject({ status: 201, data: { id: 1, label: 'one' } })
      expect(
        (
          await site.anna
            .from('shelves')
            .insert([{ label: 'two' }])
            .select('id')
            .maybeSingle()
        ).data,
      ).toEqual({
        id: 2,
      })
    })

    test('an insert of several rows is rolled back if the request asks for one: 406 PGRST116', async () => {
      const rows = [{ label: 'one' }, { label: 'two' }]
      const { status, error } = await site.anna.from('shelves').insert(rows).select().single()
      expect([status, error?.code, error?.details]).toEqual([406, 'PGRST116', 'The result contains 2 rows'])
      expect(await site.labels()).toEqual([])
    })

    test('an insert of an empty object takes all defaults, and one of an empty list does nothing', async () => {
      expect((await site.anna.from('shelves').insert({})).status).toBe(201)
      expect((await site.anna.from('shelves').insert([{}, {}])).status).toBe(201)
      expect((await site.anna.from('shelves').insert([]).select()).data).toEqual([])
      expect(await site.labels()).toEqual(['untitled', 'untitled', 'untitled'])
    })

    test('a missing column is null, or its default with missing=default', async () => {
      const rows = [{ label: 'one', place: 1 }, { label: 'two', tags: ['x'] }, { place: 3 }]
      const refused = await site.anna.from('shelves').insert(rows)
      expect([refused.status, refused.error?.code]).toEqual([400, '23502'])
      const { data, error } = await site.anna
        .from('shelves')
        .insert(rows, { defaultToNull: false })
        .select('label,place,tags')
      expect(error).toBe(null)
      expect(data).toEqual([
        { label: 'one', place: 1, tags: [] },
        { label: 'two', place: null, tags: ['x'] },
        { label: 'untitled', place: 3, tags: [] },
      ])
    })

    test('missing=default uses the defaults of domains and identity columns', async () => {
      const rows = [{ id: 1, grade: 5 }, { note: 'x' }, { id: 9 }]
      const { data, error } = await site.anna
        .from('graded')
        .insert(rows, { defaultToNull: false })
        .select('id,grade,note')
      expect(error).toBe(null)
      expect(data).toEqual([
        { id: 1, grade: 5, note: null },
        { id: 101, grade: 3, note: 'x' },
        { id: 9, grade: 3, note: null },
      ])
      expect((await site.anna.from('graded').insert({ note: 'y' }).select('id,grade')).data).toEqual([
        { id: 102, grade: 3 },
      ])
    })

    test('an insert uses only the columns that the address names', async () => {
      const body = '[{"label": "one", "nope": 1}, {"label": "two", "place": 5}]'
      expect((await site.send('POST', 'shelves?columns="label"', body)).status).toBe(201)
      expect((await site.shelves())?.map(({ label, place }) => [label, place])).toEqual([
        ['one', null],
        ['two', null],
      ])
    })

    test('an insert that returns nothing needs no read access', async () => {
      expect((await site.anna.from('box').insert({ secret: 's' })).status).toBe(201)
      expect((await site.anna.from('box').insert({ secret: 't' }).select()).error?.code).toBe('42501')
      expect(await site.server.db.query('select secret from public.box')).toEqual([{ secret: 's' }])
    })

    test('an insert with return=headers-only returns the row’s Location', async () => {
      const shelf = await site.send('POST', 'shelves', '{"label": "one"}', { prefer: 'return=headers-only' })
      expect([shelf.status, shelf.headers.get('location'), await shelf.text()]).toEqual([
        201,
        '/shelves?id=eq.1',
        '',
      ])
      const plate = await site.send('POST', 'plates', '{"shelf": 1, "slot": 2}', {
        prefer: 'return=headers-only',
      })
      expect(plate.headers.get('location')).toBe('/plates?shelf=eq.1&slot=eq.2')
    })

    test('Preference-Applied lists the preferences that were applied', async () => {
      const response = await site.send('POST', 'shelves?select=id', '[{"label": "one"}]', {
        prefer:
          'count=exact, resolution=ignore-duplicates, missing=default, return=representation, tx=rollback',
      })
      expect(response.headers.get('preference-applied')).toBe(
        'resolution=ignore-duplicates, missing=default, return=representation, count=exact',
      )
      expect([response.headers.get('content-range'), await response.json()]).toEqual(['*/1', [{ id: 1 }]])
    })

    test('an insert can return CSV', async () => {
      const { data } = await site.anna
        .from('shelves')
        .insert([{ label: 'a,b' }])
        .select('label,place')
        .csv()
      expect(data).toBe('label,place\n"a,b",')
    })

    test('an insert accepts values of unusual types', async () => {
      const { data, error } = await site.anna
        .from('named')
        .insert({ name: 'abc', many: [1.5, '2', null] })
        .select()
      expect([error, data]).toEqual([null, [{ id: 1, name: 'abc', many: [1.5, 2, null] }]])
      expect((await site.anna.from('named').insert({ name: 'abcd' })).error?.code).toBe('22001')
    })
  })

  describe('an upsert', () => {
    beforeEach(async () => {
      await site.anna.from('shelves').insert([
        { id: 1, label: 'one', place: 10 },
        { id: 2, label: 'two', place: 20 },
      ])
    })

    test('an upsert merges by the primary key and returns 200 if all rows existed', async () => {
      const merged = await site.anna.from('shelves').upsert([
        { id: 1, label: 'uno' },
        { id: 3, label: 'tre' },
      ])
      expect([merged.status, merged.error]).toEqual([201, null])
      expect((await site.shelves())?.map(({ label, place }) => [label, place])).toEqual([
        ['uno', 10],
        ['two', 20],
        ['tre', null],
      ])
      const again = await site.anna.from('shelves').upsert({ id: 2, label: 'due' }).select('label').single()
      expect([again.status, again.data]).toEqual([200, { label: 'due' }])
    })

    test('an upsert merges by another unique key', async () => {
      const rows = [{ place: 20, label: 'due' }]
      const { data, error } = await site.anna
        .from('shelves')
        .upsert(rows, { onConflict: 'place' })
        .select('id,label')
      expect([error, data]).toEqual([null, [{ id: 2, label: 'due' }]])
    })

    test('an upsert with ignore-duplicates leaves existing rows unchanged', async () => {
      const rows = [
        { id: 1, label: 'uno' },
        { id: 3, label: 'tre' },
      ]
      const { data, status } = await site.anna
        .from('shelves')
        .upsert(rows, { ignoreDuplicates: true })
        .select('label')
      expect([status, data]).toEqual([201, [{ label: 'tre' }]])
      expect(await site.labels()).toEqual(['one', 'two', 'tre'])
    })

    test('an upsert of only the key columns changes nothing', async () => {
      const plate = { shelf: 1, slot: 1 }
      await site.anna.from('plates').insert({ ...plate, note: 'kept' })
      expect((await site.anna.from('plates').upsert(plate)).status).toBe(200)
      expect((await site.visitor.from('plates').select('note')).data).toEqual([{ note: 'kept' }])
    })

    test.each([
      ['a column that is not unique', [{ id: 1, label: 'x' }], 'label', '42P10'],
      ['an unknown column', [{ id: 1, label: 'x' }], 'nope', '42703'],
      ['a key that two new rows share', [{ id: 1 }, { id: 1 }], 'id', '21000'],
    ])('an upsert by %s is refused', async (_, rows, onConflict, code) => {
      const { status, error } = await site.anna.from('shelves').upsert(rows, { onConflict })
      expect([status, error?.code]).toEqual([400, code])
      expect(await site.labels()).toEqual(['one', 'two'])
    })

    test('an upsert cannot change another person’s row', async () => {
      const { status, error } = await site.ben.from('shelves').upsert({ id: 1, label: 'mine' })
      expect([status, error?.code]).toEqual([403, '42501'])
      expect(await site.labels()).toEqual(['one', 'two'])
    })
  })

  describe('updates and deletions', () => {
    beforeEach(async () => {
      await site.anna.from('shelves').insert([{ label: 'one' }, { label: 'two' }, { label: 'three' }])
    })

    test('an update changes the matching rows', async () => {
      const response = await site.anna
        .from('shelves')
        .update({ place: 7, 'two words': true })
        .eq('label', 'two')
      expect(response).toMatchObject({ status: 204, data: null, error: null })
      const { data, status, count } = await site.anna
        .from('shelves')
        .update({ tags: ['x', null], body: null }, { count: 'exact' })
        .or('id.eq.1,and(label.like.t*,place.not.is.null)')
        .select('label,tags,place')
      expect([status, count]).toEqual([200, 2])
      expect(data).toEqual([
        { label: 'one', tags: ['x', null], place: null },
        { label: 'two', tags: ['x', null], place: 7 },
      ])
    })

    test('an update without columns changes nothing', async () => {
      expect((await site.anna.from('shelves').update({}).eq('id', 1)).status).toBe(204)
      expect((await site.anna.from('shelves').update({}).eq('id', 1).select()).data).toEqual([])
      expect((await site.anna.from('shelves').update({ label: 'x' }).eq('id', 99).select()).data).toEqual([])
    })

    test('a deletion removes the matching rows', async () => {
      expect(await site.anna.from('shelves').delete().eq('id', 1)).toMatchObject({ status: 204, error: null })
      const { data, count } = await site.anna
        .from('shelves')
        .delete({ count: 'exact' })
        .in('id', [2])
        .select('label')
      expect([data, count]).toEqual([[{ label: 'two' }], 1])
      expect(await site.labels()).toEqual(['three'])
    })

    test.each([
      ['PATCH', 'UPDATE', '{"label": "x"}'],
      ['DELETE', 'DELETE', undefined],
    ])('%s without a filter is refused: 400 with 21000', async (method, word, body) => {
      const response = await site.send(method, 'shelves', body)
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ code: '21000', message: `${word} requires a WHERE clause` }),
      ])
      expect(await site.labels()).toEqual(['one', 'two', 'three'])
    })

    test('a write of several rows is rolled back if the request asks for one: 406 PGRST116', async () => {
      const { status, error } = await site.anna.from('shelves').delete().gt('id', 0).select().single()
      expect([status, error?.code]).toEqual([406, 'PGRST116'])
      const none = await site.anna.from('shelves').update({ label: 'x' }).eq('id', 99).select().single()
      expect([none.status, none.error?.details]).toEqual([406, 'The result contains 0 rows'])
      expect(await site.labels()).toEqual(['one', 'two', 'three'])
    })

    test('a write of more rows than max-affected is rolled back: 400 PGRST124', async () => {
      const atMost = (rows: number) =>
        site.send('DELETE', 'shelves?id=gt.1', undefined, { prefer: `handling=strict, max-affected=${rows}` })
      const refused = await atMost(1)
      expect([refused.status, await refused.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'PGRST124', details: 'The query affects 2 rows' }),
      ])
      expect(await site.labels()).toEqual(['one', 'two', 'three'])
      expect((await atMost(2)).status).toBe(204)
    })

    test('a person can neither update nor delete another person’s rows', async () => {
      expect((await site.visitor.from('shelves').select('label').eq('id', 1)).data).toEqual([
        { label: 'one' },
      ])
      const updated = await site.ben.from('shelves').update({ label: 'mine' }).eq('id', 1).select()
      const deleted = await site.ben.from('shelves').delete().eq('id', 1).select()
      expect([updated.data, updated.error, deleted.data, deleted.error]).toEqual([[], null, [], null])
      expect(await site.labels()).toEqual(['one', 'two', 'three'])
    })

    test('a visitor’s write returns 401', async () => {
      const responses = [
        await site.visitor.from('shelves').insert({ label: 'x' }),
        await site.visitor.from('shelves').update({ label: 'x' }).eq('id', 1),
        await site.visitor.from('shelves').delete().eq('id', 1),
      ]
      expect(responses.map(({ status, error }) => [status, error?.code])).toEqual(
        Array(3).fill([401, '42501']),
      )
      expect(await site.labels()).toEqual(['one', 'two', 'three'])
    })
  })

  test('the caller’s role and claims end with the request', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, place) => site.anna.from('shelves').insert({ place })))
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => site.visitor.from('shelves').insert({ label: 'x' })),
    )
    expect(new Set(responses.map(({ error }) => error?.code))).toEqual(new Set(['42501']))
    expect(await site.labels()).toHaveLength(30)
  })
})
