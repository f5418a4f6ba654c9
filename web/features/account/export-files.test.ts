import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { AccountData } from './account-data.ts'
import { toCsv, toJson } from './export-files.ts'

const NO_MARKS = {
  owned: false,
  owns_laserdisc: false,
  owns_dvd: false,
  owns_bluray: false,
  owns_bluray_4k: false,
  watched: false,
  wishlisted: false,
}

const DATA: AccountData = {
  id: 'b1',
  username: 'anna',
  visibility: 'unlisted',
  email: 'anna@example.org',
  created_at: '2026-11-21T10:00:00Z',
  roles: ['admin'],
  films: [
    {
      ...NO_MARKS,
      spine: 3,
      title: 'The "Lady", Vanishes',
      director: 'Hitchcock',
      year: 1938,
      owned: true,
      owns_dvd: true,
    },
    {
      ...NO_MARKS,
      spine: 9,
      title: '=HYPERLINK("x")',
      director: '＝Ōzu',
      year: null,
      watched: true,
      wishlisted: true,
    },
  ],
}

test('the JSON export contains the account and the three lists', () => {
  const { account, ownership, watched, wishlist } = JSON.parse(toJson(DATA))
  expect(account).toEqual({
    id: 'b1',
    username: 'anna',
    visibility: 'unlisted',
    email: 'anna@example.org',
    created_at: '2026-11-21T10:00:00Z',
    roles: ['admin'],
  })
  expect(ownership).toEqual([
    {
      spine: 3,
      title: 'The "Lady", Vanishes',
      director: 'Hitchcock',
      year: 1938,
      owns_laserdisc: false,
      owns_dvd: true,
      owns_bluray: false,
      owns_bluray_4k: false,
    },
  ])
  const nine = { spine: 9, title: '=HYPERLINK("x")', director: '＝Ōzu', year: null }
  expect(watched).toEqual([nine])
  expect(wishlist).toEqual([nine])
})

test('the CSV export has a line for each record', async () => {
  const csv = await toCsv(DATA)
  expect(csv.startsWith('\ufeff')).toBe(true)
  const { data, errors } = Papa.parse<Record<string, string>>(csv.slice(1).trimEnd(), { header: true })
  expect(errors).toEqual([])
  expect(data.map(({ record }) => record)).toEqual(['account', 'role', 'film', 'film'])
  expect(data[0]).toMatchObject({
    username: 'anna',
    visibility: 'unlisted',
    email: 'anna@example.org',
    role: '',
  })
  expect(data[1]).toMatchObject({ role: 'admin' })
  expect(data[2]).toMatchObject({
    spine: '3',
    title: 'The "Lady", Vanishes',
    owns_dvd: 'true',
    watched: 'false',
  })
  expect(data[3]).toMatchObject({ spine: '9', year: '', watched: 'true', wishlist: 'true' })
})

test('no value in the CSV export is a formula', async () => {
  const csv = await toCsv({ ...DATA, username: '-anna', email: '+anna@example.org' })
  const { data } = Papa.parse<Record<string, string>>(csv.slice(1), { header: true })
  expect(data[0]).toMatchObject({ username: "'-anna", email: "'+anna@example.org" })
  expect(data[3]).toMatchObject({ title: `'=HYPERLINK("x")`, director: "'＝Ōzu" })
})
