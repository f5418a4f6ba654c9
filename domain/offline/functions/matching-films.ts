import type { IndexedFilm } from '../tables/indexed-film.ts'

/** The films that contain all words and have one of the spines, if there are any. */
export function matchingFilms(
  films: readonly IndexedFilm[],
  { words, spines }: { words: readonly string[]; spines: readonly number[] },
): readonly IndexedFilm[] {
  return films.filter(
    (indexed) =>
      (spines.length === 0 || spines.includes(indexed.film.spine)) &&
      // Without words, the text that is searched is not made.
      words.every((word) => indexed.search.includes(word)),
  )
}
