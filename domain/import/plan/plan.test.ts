import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { filmOf, INDEX } from '../../../test/support/import/catalogue.ts'
import type { Mark } from '../../tracking/marks.ts'
import { matchLists } from '../match/match-lists.ts'
import { readParts } from '../read/part.ts'
import { readLists } from '../read/read-lists.ts'
import type { ImportList } from '../row.ts'
import { leftOut, leftOutCsv } from './left-out.ts'
import { type Choices, planImport } from './plan.ts'

const NOTHING = { has: () => false, counts: { owned: 0, watched: 0, wishlist: 0 } }
const idOf = (spine: number) => filmOf(spine).id

/** @param marks as `spine mark`. */
function presentWith(...marks: `${number} ${Mark}`[]) {
  const has = (filmId: number, mark: Mark) => marks.includes(`${filmId - 10_000} ${mark}`)
  return { has, counts: { owned: 5, watched: 7, wishlist: 9 } }
}

function plan(
  lists: ImportList[],
  choices: Partial<Choices> = {},
  present: ReturnType<typeof presentWith> = NOTHING,
) {
  const file = matchLists(lists, INDEX)
  const meanings = lists.map(({ meaning }) => meaning)
  const all = { meanings, discs: 'none', answers: new Map(), ...choices } as const
  return planImport(file, all, (id) => INDEX.byId.get(id), present)
}

const owned = (formats?: ImportList['rows'][number]['formats']): ImportList => ({
  name: 'mine',
  meaning: 'owned',
  rows: [
    { line: 2, spine: 2, formats },
    { line: 3, spine: 1, formats },
  ],
})

test('formats that a row names are ticked where the film was released in them', () => {
  const { films, titles, refused } = plan([owned(['laserdisc', 'bluray_4k'])])
  expect(films).toEqual([
    { film_id: idOf(1), marks: ['laserdisc'] },
    { film_id: idOf(2), marks: ['laserdisc', 'bluray_4k'] },
  ])
  expect(titles).toBe(2)
  expect(refused).toEqual([{ filmId: idOf(1), format: 'bluray_4k' }])
})

test('an export from here keeps formats that the catalogue does not list any more', () => {
  const { films, refused } = plan([{ ...owned(['bluray_4k']), exact: true }])
  expect(films.map(({ marks }) => marks)).toEqual([['bluray_4k'], ['bluray_4k']])
  expect(refused).toEqual([])
})

test('where the file does not say, nothing, the best or the chosen formats are ticked', () => {
  const marks = (discs: Choices['discs']) => plan([owned()], { discs }).films.map(({ marks }) => marks)
  expect(marks('none')).toEqual([])
  expect(marks('best')).toEqual([['dvd'], ['bluray_4k']])
  expect(marks(['dvd', 'bluray'])).toEqual([['dvd'], ['dvd', 'bluray']])
})

test('only marks that are new are planned, and the totals say before and after', () => {
  const lists: ImportList[] = [
    owned(['dvd']),
    { name: 'watched.csv', meaning: 'watched', rows: [{ line: 2, spine: 2 }] },
    { name: 'watchlist.csv', meaning: 'wishlist', rows: [{ line: 2, spine: 3 }] },
    { name: 'likes.csv', meaning: 'left', rows: [{ line: 2, spine: 4 }] },
  ]
  const { films, totals, titles } = plan(lists, {}, presentWith('2 dvd', '2 bluray', '2 watched'))
  expect(films).toEqual([
    { film_id: idOf(1), marks: ['dvd'] },
    { film_id: idOf(3), marks: ['wishlist'] },
  ])
  expect(titles).toBe(3)
  expect(totals).toMatchObject({
    owned: { before: 5, after: 6, already: 1 },
    watched: { before: 7, after: 7, already: 1 },
    wishlist: { before: 9, after: 10, already: 0 },
  })
  expect(
    plan(lists, { meanings: ['watched', 'left', 'left', 'owned'] }).films.map(({ marks }) => marks),
  ).toEqual([['watched'], ['watched']])
})

test('the discs are asked about for owned films or, where no list is owned, for watched ones', () => {
  const watched: ImportList = { name: 'watched.csv', meaning: 'watched', rows: [{ line: 2, spine: 2 }] }
  const marks = (lists: ImportList[]) => plan(lists, { discs: 'best' }).films.map(({ marks }) => marks)
  expect(marks([watched])).toEqual([['bluray_4k', 'watched']])
  expect(plan([watched]).films).toEqual([{ film_id: idOf(2), marks: ['watched'] }])
  expect(marks([watched, { name: 'mine', meaning: 'owned', rows: [{ line: 2, spine: 1 }] }])).toEqual([
    ['dvd'],
    ['watched'],
  ])
  expect(marks([{ ...watched, exact: true }])).toEqual([['watched']])
  expect(marks([{ ...watched, meaning: 'wishlist' }])).toEqual([['wishlist']])
})

test('the answer to a question holds for all rows of that film, and rows without one are left out', () => {
  const row = { title: 'Weekend', formats: undefined }
  const lists: ImportList[] = [
    {
      name: 'a',
      meaning: 'watched',
      rows: [
        { line: 2, ...row },
        { line: 9, ...row },
        { line: 10, title: 'Lola' },
        { line: 11, title: '=Nothing' },
      ],
    },
    { name: 'b', meaning: 'wishlist', rows: [{ line: 4, ...row }] },
  ]
  const file = matchLists(lists, INDEX)
  expect(file.rows).toEqual({ total: 5, sure: 0, asked: 4, left: 1 })
  const [weekend, lola] = file.questions
  expect(weekend).toMatchObject({ rows: 3, entries: [{ list: 0 }, { list: 1 }] })
  const answers = new Map([
    [weekend?.key ?? '', idOf(635)],
    [lola?.key ?? '', null],
  ])
  expect(plan(lists, { answers }).films).toEqual([{ film_id: idOf(635), marks: ['wishlist', 'watched'] }])
  expect(leftOut(file, answers).map(({ row, reason }) => [row, reason])).toEqual([
    [11, 'not in the collection'],
    [10, 'you chose none of the titles'],
  ])
  const csv = leftOutCsv(leftOut(file, new Map()), [{ filmId: 1, format: 'dvd', title: 'Ikiru', year: 1952 }])
  expect(csv).toContain(`a,11,"'=Nothing",,,not in the collection`)
  expect(csv).toContain('to check, and left open')
  expect(csv).toContain('Ikiru,1952,,not released on DVD')
})

test('a film on a tape is watched, but not owned', async () => {
  const text =
    'Title,Year,Format,Watched on\nYojimbo,1961,DVD,2007-01-02\nIkiru,1952,VHS,2007\nSeven Samurai,1954,VHS,\n'
  const { lists } = readLists(await readParts(strToU8(text), 'discs.csv'))
  const file = matchLists(lists, INDEX)
  expect(file.rows).toEqual({ total: 3, sure: 1, asked: 0, left: 2 })
  expect(file.lists.map(({ lacksFormats }) => lacksFormats)).toEqual([false, false])
  const { films } = plan(lists, { discs: ['dvd'] })
  expect(films).toEqual([
    { film_id: idOf(52), marks: ['dvd', 'watched'], viewings: [{ watched_on: '2007-01-02' }] },
    { film_id: idOf(221), marks: ['watched'], viewings: [{ watched_on: '2007' }] },
  ])
  expect(leftOut(file, new Map()).map(({ row, reason }) => [row, reason])).toEqual([
    [3, 'it is on \u201cVHS\u201d'],
    [4, 'it is on \u201cVHS\u201d'],
  ])
  const alone = plan(lists, { discs: ['dvd'], meanings: ['left', 'watched'] })
  expect(alone.films.map(({ marks }) => marks)).toEqual([['watched'], ['watched']])
})
