import { expect, test } from 'vitest'
import { type MemberRow, setsOf } from './members.ts'

const ROW: MemberRow = {
  set_id: 1,
  set_title: 'AK 100: 25 Films',
  set_spine: null,
  film_id: 2,
  spine: 2,
  title: 'Seven Samurai',
  director: 'Akira Kurosawa',
  year: 1954,
  laserdisc: true,
  dvd: true,
  bluray: true,
  bluray_4k: true,
  laserdisc_oop: true,
  dvd_oop: false,
  bluray_oop: false,
  bluray_4k_oop: false,
}

test('rows become sets with their films in order', () => {
  const sets = setsOf([
    ROW,
    { ...ROW, film_id: 3, spine: 3, title: 'Ikiru' },
    { ...ROW, set_id: 9, set_spine: 600 },
  ])
  expect(sets.map(({ id, spine, films }) => [id, spine, films.map(({ title }) => title)])).toEqual([
    [1, null, ['Seven Samurai', 'Ikiru']],
    [9, 600, ['Seven Samurai']],
  ])
})

test('a film without a spine is not listed', () => {
  const [set] = setsOf([{ ...ROW, film_id: null }, ROW])
  expect(set?.films.map(({ listed }) => listed?.spine)).toEqual([undefined, 2])
})
