import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { type Marks, markKey } from './marks.ts'
import { marksQuery } from './marks-query.ts'
import { confirm, isWishedFor, trackingOf } from './tracking.ts'

const DVD = { mark: 'dvd', filmId: 7, on: true } as const

test('a read from before a change does not undo the change', async () => {
  const client = new QueryClient()
  const query = marksQuery('anna', 'user_ownership')
  client.setQueryData(query.queryKey, new Set<string>())
  const response = Promise.withResolvers<Marks>()
  const reading = client.fetchQuery({ ...query, staleTime: 0, queryFn: () => response.promise })
  reading.catch(() => {})
  await confirm(client, 'anna', [DVD], 'this page')
  response.resolve(new Set())
  await reading.catch(() => {})
  expect(client.getQueryData(query.queryKey)?.has(markKey(DVD))).toBe(true)
  expect(client.getQueryState(query.queryKey)?.isInvalidated, 'it is read again').toBe(true)
})

test('a copy of a set ticks the set, and no film', async () => {
  const client = new QueryClient()
  const [films, sets] = (['user_ownership', 'user_sets'] as const).map(
    (table) => marksQuery('anna', table).queryKey,
  )
  for (const key of [films, sets]) client.setQueryData(key ?? [], new Set<string>())
  const copy = { mark: 'copy', setId: 7, id: '0b5a1f2e-1c2d-4e3f-8a9b-0c1d2e3f4a5b', on: true } as const
  await confirm(client, 'anna', [{ ...copy, row: { format: 'dvd' } }], 'this page')
  expect(client.getQueryData(sets ?? [])).toEqual(new Set([markKey({ mark: 'dvd', setId: 7 })]))
  expect(client.getQueryData(films ?? [])).toEqual(new Set())
})

test('a change makes every profile stale', async () => {
  const client = new QueryClient()
  client.setQueryData(['profiles', 'anna', {}], { owned: 0 })
  await confirm(client, 'anna', [DVD], 'this page')
  expect(client.getQueryState(['profiles', 'anna', {}])?.isInvalidated).toBe(true)
})

test.each([
  ['this page', 1],
  ['another page', 2],
] as const)('after a change on %s, the list on the page has been read %i times', async (origin, times) => {
  const client = new QueryClient()
  const read = { figures: 0, films: 0 }
  const stops = [
    new QueryObserver(client, { queryKey: ['profiles', 'anna'], queryFn: () => ++read.figures }),
    new QueryObserver(client, { queryKey: ['profiles', 'films', 'anna'], queryFn: () => ++read.films }),
  ].map((observer) => observer.subscribe(() => {}))
  await expect.poll(() => read).toEqual({ figures: 1, films: 1 })
  await confirm(client, 'anna', [DVD], origin)
  await expect.poll(() => read).toEqual({ figures: 2, films: times })
  expect(client.getQueryState(['profiles', 'films', 'anna'])?.isInvalidated).toBe(origin === 'this page')
  for (const stop of stops) stop()
})

test('a confirmation after a person has signed out does not restore their marks', async () => {
  const client = new QueryClient()
  await confirm(client, 'anna', [DVD], 'this page')
  expect(client.getQueryData(marksQuery('anna', 'user_ownership').queryKey)).toBeUndefined()
})

test('a disc is wished for in its format, or in any if the wish names none, also while the wish is pending', async () => {
  const client = new QueryClient()
  const tracking = trackingOf(client, 'anna')
  const wish = { mark: 'wishlist', filmId: 7, on: true } as const
  const wishes = (...keys: string[]) =>
    client.setQueryData(marksQuery('anna', 'user_wishlist').queryKey, new Set(keys))
  const wished = () => [
    isWishedFor(tracking, { filmId: 7 }, 'dvd'),
    isWishedFor(tracking, { filmId: 7 }, 'bluray'),
  ]
  expect(wished(), 'before the marks are loaded').toEqual([false, false])
  wishes(markKey({ ...wish, filmId: 77 }))
  expect(wished(), 'another film').toEqual([false, false])
  wishes(markKey(wish))
  expect(wished()).toEqual([true, true])
  await confirm(client, 'anna', [{ ...wish, row: { wants_dvd: true } }], 'this page')
  expect(wished()).toEqual([true, false])
  tracking.pending.enqueue(
    new Map([[markKey(wish), { on: true, row: { wants_dvd: false, wants_bluray: true } }]]),
  )
  expect(wished()).toEqual([false, true])
  tracking.pending.enqueue(new Map([[markKey(wish), { on: false }]]))
  expect(wished()).toEqual([false, false])
})

test('another person starts without the pending marks of the previous one', async () => {
  const client = new QueryClient()
  const anna = trackingOf(client, 'anna')
  void anna.pending.set('dvd 7', true, () => new Promise(() => {}))
  expect(trackingOf(client, 'anna').pending.get('dvd 7')).toBe(true)
  expect(trackingOf(client, 'ben').pending.get('dvd 7')).toBeUndefined()
  expect(trackingOf(client, 'anna').pending.get('dvd 7')).toBeUndefined()
})
