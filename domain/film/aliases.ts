import { lineFault } from './rules.ts'

/** The kinds of other ids and titles by which a film is found, with their names in forms and in the history. */
export const ALIAS_KINDS = {
  title: 'Other titles',
  imdb: 'Other IMDb ids',
  letterboxd: 'Other Letterboxd ids',
  tmdb: 'Other TMDB ids',
  criterion: 'Other criterion.com ids',
} as const

export type AliasKind = keyof typeof ALIAS_KINDS

/** The aliases of a film as the database has them. */
export type Aliases = Partial<Record<AliasKind, string[]>>

export const ALIAS_KIND_NAMES = Object.keys(ALIAS_KINDS) as AliasKind[]

export function isAliasKind(text: string): text is AliasKind {
  return Object.hasOwn(ALIAS_KINDS, text)
}

/** The fault in an alias, as the rest of a sentence; the database's checks (…_film_aliases.sql) refuse the same. */
export function aliasFault(kind: AliasKind, value: string): string | undefined {
  if (kind === 'imdb' && !/^tt[0-9]+$/.test(value)) return 'must be tt and digits'
  if ((kind === 'tmdb' || kind === 'criterion') && !/^[0-9]+$/.test(value)) return 'must be digits'
  return lineFault(value)
}
