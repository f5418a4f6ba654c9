import type { FilmSet } from '../../../../domain/film/sets.ts'

/** '25 films'. */
export function filmsInSet({ films }: Pick<FilmSet, 'films'>): string {
  return films.length === 1 ? '1 film' : `${films.length} films`
}

/** 'You own 13 of its 25 films'. */
export function ownedInSet({ films }: Pick<FilmSet, 'films'>, owned: number): string {
  return films.length === 1
    ? `You own ${owned} of its 1 film`
    : `You own ${owned} of its ${films.length} films`
}
