import type { ShownFilm } from '../../../data/film-columns.ts'

/** What is known of a film, in one line: `Akira Kurosawa · 1954 · 207 min`. */
export function factsText({
  director,
  year,
  running_time,
}: Pick<ShownFilm, 'director' | 'year' | 'running_time'>): string {
  return [director, year, running_time !== null && `${running_time}\u00a0min`]
    .filter(Boolean)
    .join('\u2009·\u2009')
}
