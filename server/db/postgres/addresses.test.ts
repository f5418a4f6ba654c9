import { expect, test } from 'vitest'
import { addressesOf } from './addresses.ts'

test.each([
  ['postgres://me:secret@one:5433/films', ['postgres://me:secret@one:5433/films']],
  ['postgresql:///films?host=/run/postgresql', ['postgresql:///films?host=%2Frun%2Fpostgresql']],
  ['postgres://one,two:5433/films', ['postgres://one/films', 'postgres://two:5433/films']],
  [
    'postgres://me:secret@one:5432,[::1]:5433/films?sslmode=require&target_session_attrs=read-write',
    [
      'postgres://me:secret@one:5432/films?sslmode=require',
      'postgres://me:secret@[::1]:5433/films?sslmode=require',
    ],
  ],
])('%s names %j', (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses)
})

test.each(['', 'films', 'mysql://one/films', 'postgres://one:x/films', 'postgres://one,two:99999/films'])(
  '"%s" is not an address',
  (url) => {
    expect(addressesOf(url)).toEqual([])
  },
)
