import { formatCount } from '../../../../domain/film/format-count.ts'

export function filmsInWords(films: number): string {
  return films === 1 ? '1 film' : `${formatCount(films)} films`
}
