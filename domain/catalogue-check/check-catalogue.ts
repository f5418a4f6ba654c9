import type { BoxSet } from '../csv/sets-csv.ts'
import { type Film, type FilmColumn, labelOf } from '../film/columns.ts'
import { type Flag, FORMAT_NAMES, FORMATS, type Format } from '../film/formats.ts'
import { directorNames } from '../film/names.ts'
import { fold } from '../search/fold.ts'
import type { Evidence } from './evidence.ts'

/** One kind of thing that is unknown, inferred or inconsistent. */
export interface Finding {
  title: string
  count: number
  lines: string[]
}

export interface CheckedCatalogue {
  films: readonly Film[]
  sets: readonly BoxSet[]
  evidence: Evidence
  /** The flags that the evidence is about. It says nothing about other values. */
  filed: ReadonlyMap<number, Pick<Film, Flag>>
}

/** Facts that a film has and a box set has not. */
const OF_FILMS = [
  'running_time',
  'language',
  'tmdb_id',
  'imdb_link',
  'letterboxd_link',
  'wikipedia_link',
] as const satisfies FilmColumn[]
const OF_ALL = ['country', 'year', 'product_url', 'box_art_url'] as const satisfies FilmColumn[]
const LINKS = ['imdb_link', 'letterboxd_link', 'wikipedia_link', 'tmdb_id'] as const satisfies FilmColumn[]

/** Lists what is unknown, inferred or inconsistent in a catalogue, each with its spine. */
export function checkCatalogue(catalogue: CheckedCatalogue): Finding[] {
  return [...unknown(catalogue), ...uncertain(catalogue), ...inconsistent(catalogue)]
}

function unknown({ films, sets }: CheckedCatalogue): Finding[] {
  const ofSets = new Set(sets.map(({ spine }) => spine))
  const without = (column: FilmColumn, among: readonly Film[]) =>
    finding(`${labelOf(column)} unknown`, among.filter((film) => film[column] === null).map(named))
  const alone = films.filter(({ spine }) => !ofSets.has(spine))
  return [
    ...OF_FILMS.map((column) => without(column, alone)),
    ...OF_ALL.map((column) => without(column, films)),
    finding(
      'Box set without its films',
      films
        .filter(({ spine, product_url }) => product_url?.includes('/boxsets/') && !ofSets.has(spine))
        .map(named),
    ),
  ]
}

function uncertain({ films, evidence, filed }: CheckedCatalogue): Finding[] {
  const bySpine = new Map(films.map((film) => [film.spine, film]))
  const based = (format: Format, basis: string, word: string): Finding => {
    const spines = films
      .filter((film) => filed.get(film.spine)?.[format] === film[format])
      .map(({ spine }) => spine)
      .filter((spine) => evidence.basis.get(spine)?.[format] === basis)
    const title = `${FORMAT_NAMES[format]} ${word}`
    return { title, count: spines.length, lines: spines.length > 0 ? [inRanges(spines)] : [] }
  }
  return [
    ...FORMATS.flatMap((format) => [based(format, 'rule', 'inferred'), based(format, 'unknown', 'unknown')]),
    finding(
      'Flag in doubt',
      evidence.doubts.flatMap(({ spine, column, value, basis, source }) => {
        const film = bySpine.get(spine)
        if (!film || film[column] === value) return []
        return [`${named(film)}: ${labelOf(column)} may be ${value ? 'yes' : 'no'} (${basis}; ${source})`]
      }),
    ),
  ]
}

function inconsistent({ films, sets }: CheckedCatalogue): Finding[] {
  const people = films.flatMap((film) =>
    directorNames(film.director).map((name) => ({ name, spine: film.spine })),
  )
  const spellings = [...Map.groupBy(people, ({ name }) => keyOf(name)).values()]
  const byTitle = Map.groupBy(films, ({ title, year }) => `${fold(title)} ${year}`)
  return [
    finding(
      'Name in several spellings',
      spellings.flatMap((same) => {
        const byName = Map.groupBy(same, ({ name }) => name)
        if (byName.size < 2) return []
        const names = [...byName].map(
          ([name, films]) => `${name} (${inRanges(films.map(({ spine }) => spine))})`,
        )
        return [names.join(' / ')]
      }),
    ),
    ...LINKS.map((column) =>
      finding(
        `${labelOf(column)} of several films`,
        [...Map.groupBy(films, (film) => film[column])]
          .filter(([value, same]) => value !== null && same.length > 1)
          .map(([, same]) => same.map(named).join(' / ')),
      ),
    ),
    finding(
      'Film of a set that has a spine',
      sets.flatMap((set) =>
        set.films
          .filter(({ spine }) => spine === null)
          .flatMap(({ title, year }) => byTitle.get(`${fold(title ?? '')} ${year}`) ?? [])
          .filter(({ spine }) => spine !== set.spine)
          .map((film) => `${named(film)} in ${set.title}`),
      ),
    ),
  ]
}

const finding = (title: string, lines: string[]): Finding => ({ title, count: lines.length, lines })

const named = ({ spine, title }: Pick<Film, 'spine' | 'title'>) => `${spine} ${title}`

/** The same for names that differ only in accents, punctuation or the order of their words. */
function keyOf(name: string): string {
  const words = fold(name).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.toSorted().join(' ')
}

/** Ascending numbers with runs joined: '1–3, 7'. */
function inRanges(numbers: readonly number[]): string {
  const runs: { first: number; last: number }[] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run?.last === number - 1) run.last = number
    else runs.push({ first: number, last: number })
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}
