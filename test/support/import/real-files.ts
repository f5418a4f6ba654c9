import { strToU8 } from 'fflate'
import { FORMATS, type Format } from '../../../domain/film/formats.ts'
import { seeded } from '../random.ts'
import { FILMS } from './catalogue.ts'
import { type Entry, letterboxdArchive, letterboxdList, WRITERS, type WrittenFile } from './write-files.ts'

/** A file as people bring it, and what is known of it. */
interface RealFile {
  what: string
  /** `truth` has the spines of the films in the file. */
  write: () => WrittenFile & { truth: ReadonlySet<number> }
  expected: { rows: number; matched: number; asked: number; left: number }
}

const entry = (film: (typeof FILMS)[number], formats: readonly Format[] = []): Entry => ({ film, formats })
const isSet = ({ product_url }: (typeof FILMS)[number]) => product_url?.includes('/boxsets/') ?? false
const spines = (entries: readonly Entry[]) => new Set(entries.map(({ film }) => film.spine))

/** Titles of the catalogue of another year, which other films have. */
const NAMESAKES: readonly [title: string, year: number][] = [
  ['Cat People', 1982],
  ['Shaft', 2000],
  ['RoboCop', 2014],
  ['Rebecca', 2020],
  ['Insomnia', 2002],
  ['Lola', 2022],
  ['Weekend', 1962],
  ['Roma', 2004],
  ['Something Wild', 1975],
  ['Nightmare Alley', 2020],
]

const WORDS =
  'amber bridge cinder dawn ember falcon garden harbor island juniper kettle lantern meadow needle orchard'.split(
    ' ',
  )

/** Films that the catalogue does not have. */
function strangers(count: number): Entry[] {
  const random = seeded(7)
  return Array.from({ length: count }, (_, index) => {
    const [title, year] = NAMESAKES[index] ?? [
      `${random.pick(WORDS)} ${random.pick(WORDS)} ${index}`,
      1920 + random.below(105),
    ]
    const letterboxd_link = `https://boxd.it/z${index}Z`
    return entry({
      ...(FILMS[0] as (typeof FILMS)[number]),
      spine: -index,
      title,
      year,
      director: 'Nobody',
      imdb_link: null,
      letterboxd_link,
      id: -index,
    })
  })
}

/** Films with a link to Letterboxd and, as in an account, a few without. */
function watchedOf(count: number): Entry[] {
  const random = seeded(11)
  const linked = FILMS.filter((film) => film.letterboxd_link)
  const unlinked = FILMS.filter((film) => !film.letterboxd_link && !isSet(film)).slice(0, 7)
  const chosen = new Set<(typeof FILMS)[number]>(unlinked)
  while (chosen.size < count) chosen.add(random.pick(linked))
  return [...chosen].map((film) => entry(film))
}

export const REAL_FILES: readonly RealFile[] = [
  {
    what: 'an account at Letterboxd: 2,604 watched films, of which 158 are in the catalogue, and a diary',
    write: () => {
      const known = watchedOf(158)
      const { bytes, name } = letterboxdArchive([...known, ...strangers(2604 - 158)], [], '\r\n')
      return { bytes, name, truth: spines(known) }
    },
    expected: { rows: 3921, matched: 331, asked: 2, left: 3588 },
  },
  {
    what: 'a list of 1,697 films of the label with spines in its notes',
    write: () => {
      const linked = FILMS.filter((film) => film.letterboxd_link).map((film) => entry(film))
      const sets = FILMS.filter(isSet)
      const members = strangers(379 + 10)
        .slice(10)
        .map((member, index) => ({ member, set: sets[index % sets.length] }))
      const notes = new Map<Entry['film'], string>([
        ...linked.map(({ film }, index): [Entry['film'], string] => [
          film,
          index < 387
            ? `Director: ${film.director}\nSpine Number: ${film.spine}`
            : `\u2022 Spine #${film.spine}`,
        ]),
        ...members.map(({ member, set }): [Entry['film'], string] => [
          member.film,
          `\u2022 Spine #${set?.spine}`,
        ]),
      ])
      const others = strangers(10 + 379 + 20 + 88).slice(10 + 379)
      for (const [index, { film }] of others.entries()) {
        notes.set(film, index < 20 ? `Spine Number: ${1300 + index}` : 'Spine Number: N/A')
      }
      const entries = [...linked, ...members.map(({ member }) => member), ...others]
      const text = letterboxdList(entries, ({ film }) => notes.get(film) ?? '')
      return {
        name: 'the-complete-criterion-collection.csv',
        bytes: strToU8(text),
        truth: new Set([...spines(linked), ...sets.map(({ spine }) => spine)]),
      }
    },
    expected: { rows: 1697, matched: 1589, asked: 0, left: 108 },
  },
  {
    what: 'CLZ: 500 discs in four formats',
    write: () => {
      const entries = discs(500)
      return { ...written('CLZ web', entries), truth: spines(entries) }
    },
    expected: { rows: 500, matched: 499, asked: 1, left: 0 },
  },
  {
    what: 'DVD Profiler: 300 discs with loans and prices, in windows-1252',
    write: () => {
      const entries = discs(300)
      return { ...written('DVD Profiler', entries), truth: spines(entries) }
    },
    expected: { rows: 300, matched: 298, asked: 2, left: 0 },
  },
]

/** Different films, each in one of its formats; all four formats occur. */
function discs(count: number): Entry[] {
  const random = seeded(3)
  const chosen = new Set<(typeof FILMS)[number]>()
  while (chosen.size < count) chosen.add(random.pick(FILMS))
  return [...chosen].map((film) => entry(film, [random.pick(FORMATS.filter((format) => film[format]))]))
}

function written(kind: string, entries: readonly Entry[]): WrittenFile {
  const write = WRITERS[kind]
  if (!write) throw new Error(`No writer is called ${kind}.`)
  return write(entries)
}
