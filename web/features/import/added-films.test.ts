import { expect, test } from 'vitest'
import { FORMATS } from '../../../domain/film/formats.ts'
import { filmOf, INDEX } from '../../../test/support/import/catalogue.ts'
import { addedFilms } from './added-films.ts'

test('films stand by spine in the formats that were added, and others in those of their release', () => {
  const films = addedFilms(
    [
      { film_id: filmOf(3).id, marks: ['watched'] },
      { film_id: filmOf(2).id, marks: ['dvd', 'bluray', 'wishlist'] },
      { film_id: 1, marks: ['dvd'] },
    ],
    INDEX.byId,
  )
  expect(films.map((film) => [film.spine, ...FORMATS.filter((format) => film[format])])).toEqual([
    [2, 'dvd', 'bluray'],
    [3, ...FORMATS.filter((format) => filmOf(3)[format])],
  ])
  expect(filmOf(2).bluray_4k, 'was not added').toBe(true)
})
