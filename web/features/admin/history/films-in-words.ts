import { formatCount } from '../../../../domain/film/format-count.ts'

export function filmsInWords(films: number): string {
  return films === 1 ? '1 film' : `${formatCount(films)} films`
}

/** What an update changed: '1,299 films', '1 set'. */
export function changedInWords({ films, ofSets }: { films: number; ofSets: boolean }): string {
  if (!ofSets) return filmsInWords(films)
  return films === 1 ? '1 set' : `${formatCount(films)} sets`
}
