import { BEST_FIRST, FORMATS, type Format } from '../../film/formats.ts'
import { isFormat, type Mark } from '../../tracking/marks.ts'
import type { IndexedFilm } from '../match/catalogue-index.ts'
import type { ListEntry, MatchedFile } from '../match/match-lists.ts'
import type { Meaning } from '../row.ts'
import type { PlannedCopy } from './details.ts'
import { type Details, detailsIn, type KnownDetails, newDetails } from './plan-details.ts'

/** On which disc an owned film is ticked where the file does not say. */
export type Discs = 'none' | 'best' | readonly Format[]

const MARKS: readonly Mark[] = [...FORMATS, 'wishlist', 'watched']

type Detail = 'copies' | 'viewings' | 'ratings'

/** The marks of one film that an import sets, and what it adds besides, as `commit_import` takes them. */
export interface PlannedFilm extends Details {
  film_id: number
  marks: Mark[]
}

/** The same of a box set without a spine. */
export interface PlannedSet {
  set_id: number
  marks: Format[]
  copies?: PlannedCopy[]
}

/** A format that a file names and that the film was never released in. */
export interface Refused {
  filmId: number
  format: Format
}

interface Total {
  before: number
  after: number
  already: number
}

export interface Plan {
  /** The films that the import names, with new marks or without. */
  titles: number
  /** The films with new marks, copies or viewings, and these only. */
  films: PlannedFilm[]
  sets: PlannedSet[]
  /**
   * How many films each list has before and after, and how many of the named ones it had before; the same of copies,
   * viewings and ratings, which are part of viewings.
   */
  totals: Record<'owned' | 'watched' | 'wishlist' | Detail, Total>
  refused: Refused[]
}

export interface Choices {
  /** What each list means, by its index. */
  meanings: readonly Meaning[]
  discs: Discs
  /** The answer to each question, by its key; null for none of the films. */
  answers: ReadonlyMap<string, number | null>
}

/** A person's marks at present. */
export interface Present {
  has: (filmId: number, mark: Mark) => boolean
  /** Whether the person owns a set without a spine in a format. */
  hasSet?: (setId: number, format: Format) => boolean
  /** The copies and viewings, if known; otherwise all of the file are sent, and the database adds the new ones. */
  details?: KnownDetails
  /** How many films the person owns, has watched and has on the wishlist. */
  counts: Record<'owned' | 'watched' | 'wishlist', number>
}

/** Returns what an import of a file does with these choices: the preview shows it, and the commit sends it. */
export function planImport(
  file: Pick<MatchedFile, 'sure' | 'questions' | 'lists'> & Partial<Pick<MatchedFile, 'sets'>>,
  choices: Choices,
  filmById: (id: number) => IndexedFilm | undefined,
  present: Present,
): Plan {
  const wanted = new Map<number, Set<Mark>>()
  const detailsOf = new Map<number, Details>()
  const named = { copies: 0, viewings: 0, ratings: 0 }
  const refused: Refused[] = []
  const discsOf = listsWithoutDiscs(file.lists, choices.meanings)
  const addEntries = (filmId: number, entries: readonly ListEntry[]) => {
    const film = filmById(filmId)
    if (!film) return
    const formatsIn = (list: number, formats: ListEntry['formats'], refusals: Refused[]) =>
      marksOf(film, file.lists[list]?.exact ?? false, choices, discsOf, list, formats, refusals)
    for (const { list, formats } of entries) {
      for (const mark of formatsIn(list, formats, refused)) {
        const marks = wanted.get(filmId) ?? new Set()
        wanted.set(filmId, marks.add(mark))
      }
    }
    const details = detailsIn(entries, choices.meanings, (list, row) =>
      formatsIn(list, row.formats, []).filter(isFormat),
    )
    addCounts(named, details)
    const added = newDetails(filmId, details, present)
    if (Object.keys(added).length > 0) detailsOf.set(filmId, added)
  }
  for (const { filmId, entries } of file.sure) addEntries(filmId, entries)
  for (const { key, entries } of file.questions) {
    const answer = choices.answers.get(key)
    if (answer) addEntries(answer, entries)
  }
  const plan = planMarks(wanted, present, refused, detailsOf)
  const sets = (file.sets ?? []).filter(({ entries }) =>
    entries.some(({ list }) => choices.meanings[list] === 'owned'),
  )
  const planned = planSets(sets, choices, present, named)
  const added = { copies: 0, viewings: 0, ratings: 0 }
  for (const one of [...plan.films, ...planned]) addCounts(added, one)
  const totalOf = (detail: Detail): Total => {
    const before = present.details?.counts[detail] ?? 0
    return { before, after: before + added[detail], already: named[detail] - added[detail] }
  }
  return {
    ...plan,
    titles: plan.titles + sets.length,
    sets: planned,
    totals: {
      ...plan.totals,
      copies: totalOf('copies'),
      viewings: totalOf('viewings'),
      ratings: totalOf('ratings'),
    },
  }
}

function addCounts(counts: Record<Detail, number>, { copies = [], viewings = [] }: Details): void {
  counts.copies += copies.length
  counts.viewings += viewings.length
  counts.ratings += viewings.filter(({ rating }) => rating !== undefined).length
}

/**
 * Returns which films are ticked on the chosen discs, because rows of their lists name no format: the owned ones or, if
 * no list is of owned films, the watched ones. Undefined if there is no such list.
 */
export function listsWithoutDiscs(
  lists: Pick<MatchedFile, 'lists'>['lists'],
  meanings: Choices['meanings'],
): 'owned' | 'watched' | undefined {
  const has = (wanted: Meaning) =>
    lists.some(({ lacksFormats, exact }, list) => meanings[list] === wanted && lacksFormats && !exact)
  if (meanings.includes('owned')) return has('owned') ? 'owned' : undefined
  return has('watched') ? 'watched' : undefined
}

function planSets(
  sets: MatchedFile['sets'],
  { meanings }: Choices,
  present: Present,
  named: Record<Detail, number>,
): PlannedSet[] {
  return sets.flatMap(({ setId, entries }) => {
    const owned = entries.filter(({ list }) => meanings[list] === 'owned')
    const marks = FORMATS.filter(
      (format) =>
        owned.some(({ formats = [] }) => formats.includes(format)) && !present.hasSet?.(setId, format),
    )
    const details = detailsIn(owned, meanings, (_, { formats = [] }) => formats)
    addCounts(named, details)
    const { copies } = newDetails(-setId, details, present)
    return marks.length > 0 || copies ? { set_id: setId, marks, ...(copies && { copies }) } : []
  })
}

/** Returns what setting these marks changes. */
export function planMarks(
  wanted: ReadonlyMap<number, ReadonlySet<Mark>>,
  present: Present,
  refused: Refused[] = [],
  detailsOf: ReadonlyMap<number, Details> = new Map(),
): Plan {
  const films: PlannedFilm[] = []
  const none = { before: 0, after: 0, already: 0 }
  const totals = {
    copies: none,
    viewings: none,
    ratings: none,
    owned: { before: present.counts.owned, after: present.counts.owned, already: 0 },
    watched: { before: present.counts.watched, after: present.counts.watched, already: 0 },
    wishlist: { before: present.counts.wishlist, after: present.counts.wishlist, already: 0 },
  }
  const count = (kind: 'owned' | 'watched' | 'wishlist', was: boolean) => {
    if (was) totals[kind].already++
    else totals[kind].after++
  }
  for (const [filmId, marks] of wanted) {
    const added = MARKS.filter((mark) => marks.has(mark) && !present.has(filmId, mark))
    const { wish, ...details } = detailsOf.get(filmId) ?? {}
    if (added.length > 0 || Object.keys(details).length > 0) {
      // What the file says of a wish is written with a new one only.
      films.push({
        film_id: filmId,
        marks: added,
        ...details,
        ...(added.includes('wishlist') && wish && { wish }),
      })
    }
    if (FORMATS.some((format) => marks.has(format))) {
      count(
        'owned',
        FORMATS.some((format) => present.has(filmId, format)),
      )
    }
    if (marks.has('watched')) count('watched', present.has(filmId, 'watched'))
    if (marks.has('wishlist')) count('wishlist', present.has(filmId, 'wishlist'))
  }
  films.sort((one, other) => one.film_id - other.film_id)
  return { titles: wanted.size, films, sets: [], totals, refused }
}

function marksOf(
  film: IndexedFilm,
  exact: boolean,
  { meanings, discs }: Choices,
  discsOf: ReturnType<typeof listsWithoutDiscs>,
  list: number,
  formats: ListEntry['formats'],
  refused: Refused[],
): readonly Mark[] {
  const meaning = meanings[list]
  if (meaning === 'watched' && discsOf === 'watched' && formats === undefined && !exact)
    return [meaning, ...chosenDiscs(film, discs)]
  if (meaning === 'watched' || meaning === 'wishlist') return [meaning]
  if (meaning !== 'owned') return []
  if (formats === undefined) return chosenDiscs(film, discs)
  if (exact) return formats
  for (const format of formats) if (!film[format]) refused.push({ filmId: film.id, format })
  return formats.filter((format) => film[format])
}

/** The formats to tick of a film where nothing names one. */
export function chosenDiscs(film: Pick<IndexedFilm, Format>, discs: Discs): Format[] {
  if (discs === 'none') return []
  if (discs === 'best') return BEST_FIRST.filter((format) => film[format]).slice(0, 1)
  return discs.filter((format) => film[format])
}
