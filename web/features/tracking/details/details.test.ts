import { expect, test } from 'vitest'
import { type Copy, type Details, NO_WISH, rowOf, type Viewing, withDetailChanges } from './details.ts'

const viewing = (id: string, watched_on: string | null): Viewing => ({
  id,
  watched_on,
  rating: null,
  note: null,
})
const NONE: Details = { copies: [], viewings: [], wish: null }

test('a new viewing stands in the order of time, the last first, and unknown dates at the end', () => {
  const changes = [viewing('a', '2007'), viewing('b', null), viewing('c', '2014-12-29')].map((entry) => ({
    mark: 'viewing' as const,
    filmId: 2,
    id: entry.id,
    on: true,
    row: rowOf(entry),
  }))
  expect(withDetailChanges(NONE, changes).viewings.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})

test('a copy that is written again replaces itself, and a removed one is gone', () => {
  const copy = { id: 'x', format: 'dvd', acquired_on: null, place: 'Study' } as Copy
  const written = { mark: 'copy' as const, filmId: 2, id: 'x', on: true }
  const once = withDetailChanges(NONE, [{ ...written, row: rowOf(copy) }])
  const twice = withDetailChanges(once, [{ ...written, row: rowOf({ ...copy, place: 'Attic' }) }])
  expect(twice.copies).toEqual([{ ...copy, place: 'Attic' }])
  expect(withDetailChanges(twice, [{ ...written, on: false }]).copies).toEqual([])
})

test('a wish keeps what a change does not name, and ends with its mark', () => {
  const wish = { ...NO_WISH, priority: 1 }
  const changed = withDetailChanges({ ...NONE, wish }, [
    { mark: 'wishlist', filmId: 2, on: true, row: { wants_dvd: true } },
  ])
  expect(changed.wish).toEqual({ ...wish, wants_dvd: true })
  expect(withDetailChanges(changed, [{ mark: 'wishlist', filmId: 2, on: false }]).wish).toBeNull()
})

test('a mark that is removed takes its details along, and those of a later change stay', () => {
  const copy = (id: string, format: string) => ({
    mark: 'copy' as const,
    filmId: 2,
    id,
    on: true,
    row: { format, acquired_on: null },
  })
  const noted = withDetailChanges({ ...NONE, viewings: [viewing('v', '2007')] }, [
    copy('x', 'dvd'),
    copy('y', 'bluray'),
  ])
  const left = withDetailChanges(noted, [
    { mark: 'dvd', filmId: 2, on: false },
    { mark: 'watched', filmId: 2, on: false },
    copy('z', 'dvd'),
  ])
  expect([left.copies.map(({ id }) => id), left.viewings]).toEqual([['y', 'z'], []])
})
