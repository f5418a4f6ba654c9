export function filmsInWords(films: number): string {
  return films === 1 ? '1 film' : `${films.toLocaleString('en')} films`
}
