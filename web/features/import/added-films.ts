import { FORMATS } from '../../../domain/film/formats.ts'
import type { IndexedFilm } from '../../../domain/import/match/catalogue-index.ts'
import type { PlannedFilm } from '../../../domain/import/plan/plan.ts'
import type { Films } from './catalogue-query.ts'

/** The films of an import by spine, each in the formats that were added or, where none was, in those of its release. */
export function addedFilms(added: readonly PlannedFilm[], films: Films): IndexedFilm[] {
  return added
    .flatMap(({ film_id, marks }) => {
      const film = films.get(film_id)
      if (!film || !FORMATS.some((format) => marks.includes(format))) return film ?? []
      return { ...film, ...Object.fromEntries(FORMATS.map((format) => [format, marks.includes(format)])) }
    })
    .sort((one, other) => one.spine - other.spine)
}
