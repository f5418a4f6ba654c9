import type { Json } from '../../database.types.ts'
import { countryNames, directorNames } from '../../film/names.ts'
import { fold } from '../../search/fold.ts'
import type { OfflineFilm } from './tables.ts'

/** A film with the values that follow from its columns. Each is computed when it is first read. */
export class IndexedFilm {
  readonly film: OfflineFilm
  #search: string | undefined
  #countries: readonly string[] | undefined
  #directors: readonly string[] | undefined

  constructor(film: OfflineFilm) {
    this.film = film
  }

  /** The column `search`. */
  get search(): string {
    this.#search ??= searchText(this.film)
    return this.#search
  }

  get countries(): readonly string[] {
    this.#countries ??= countryNames(this.film.country)
    return this.#countries
  }

  get directors(): readonly string[] {
    this.#directors ??= directorNames(this.film.director)
    return this.#directors
  }
}

/** The twin of the expression that generates the column (…_film_aliases.sql). */
function searchText({ title, director, spine, aliases }: OfflineFilm): string {
  return `${fold(title)} ${fold(director)} ${spine}${aliasText(aliases)}`
}

/** The kinds of aliases that are searched, in the order of jsonb: shorter keys first. */
const SEARCHED_ALIASES = ['imdb', 'title', 'letterboxd'] as const

function aliasText(aliases: Json): string {
  const lists = Object(aliases) as Partial<Record<string, string[]>>
  const values = SEARCHED_ALIASES.flatMap((kind) => lists[kind] ?? [])
  return values.map((value) => ` ${fold(value)}`).join('')
}
