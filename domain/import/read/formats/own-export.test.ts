import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

const HEADER =
  'record,id,username,visibility,email,created_at,role,spine,title,director,year,owns_laserdisc,owns_dvd,owns_bluray,owns_bluray_4k,watched,wishlist'

test('the CSV of this site has a list for each mark, and nothing of the account', async () => {
  const text = `\ufeff${HEADER}\r\naccount,b1,anna,public,anna@example.org,,,,,,,,,,,,\r\nfilm,,,,,,,2,Seven Samurai,Akira Kurosawa,1954,false,true,false,true,true,false\r\nfilm,,,,,,,3,'=x,,,false,false,false,false,false,true\r\n`
  const { format, lists } = await listsFrom('x.csv', text)
  expect(format).toBe('own')
  const film = {
    line: 3,
    spine: 2,
    title: 'Seven Samurai',
    director: 'Akira Kurosawa',
    year: 1954,
  }
  const samurai = { ...film, formats: ['dvd', 'bluray_4k'] }
  expect(lists).toEqual([
    { name: 'ownership', meaning: 'owned', exact: true, rows: [samurai] },
    { name: 'watched', meaning: 'watched', exact: true, rows: [film] },
    {
      name: 'wishlist',
      meaning: 'wishlist',
      exact: true,
      rows: [{ line: 4, spine: 3, title: '=x' }],
    },
  ])
  expect(JSON.stringify(lists)).not.toContain('example.org')
})

test('the JSON of this site has a list for each mark', async () => {
  const entry = { spine: 2, title: 'Seven Samurai', director: 'Akira Kurosawa', year: 1954 }
  const text = JSON.stringify({
    account: {},
    ownership: [{ ...entry, owns_bluray: true }],
    watched: [entry],
    wishlist: [],
  })
  expect((await listsFrom('x.json', text)).lists).toEqual([
    { name: 'ownership', meaning: 'owned', exact: true, rows: [{ line: 1, ...entry, formats: ['bluray'] }] },
    { name: 'watched', meaning: 'watched', exact: true, rows: [{ line: 1, ...entry }] },
  ])
})
