import { expect, test } from 'vitest'
import { type Disc, discOf, spineTitle } from './disc.ts'

const bluray = (title: string): Disc => ({ spine: 1, title, case: 'bluray' })

test('a title that fits is printed whole', () => {
  expect(spineTitle(bluray('The Night of the Hunter'))).toBe('The Night of the Hunter')
})

test('a long title ends after a whole word', () => {
  const title = 'Jeanne Dielman, 23, quai du Commerce, 1080 Bruxelles'
  expect(spineTitle(bluray(title))).toBe('Jeanne Dielman, 23, quai du…')
  expect(spineTitle(bluray('Salò, or The 120 Days of Sodom or More'))).toBe('Salò, or The 120 Days of…')
})

test('the best format decides the case', () => {
  const film = { spine: 1, title: 'A', laserdisc: true, dvd: false, bluray: false, bluray_4k: false }
  expect(discOf(film).case).toBe('laserdisc')
  expect(discOf({ ...film, dvd: true }).case).toBe('dvd')
  expect(discOf({ ...film, dvd: true, bluray_4k: true }).case).toBe('bluray')
})
