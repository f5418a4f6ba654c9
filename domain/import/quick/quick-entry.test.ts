import { describe, expect, test } from 'vitest'
import { FILMS, filmOf, INDEX } from '../../../test/support/import/catalogue.ts'
import { FORMATS } from '../../film/formats.ts'
import { withFilm, withFormat } from './edit-entry.ts'
import { discsOf } from './entry-discs.ts'
import { parseEntry } from './parse-entry.ts'

/** Each piece as `spines formats`, `? spines` for candidates, or its fault. */
function entry(text: string): string[] {
  return parseEntry(text, INDEX).map(({ films, formats, candidates, fault }) => {
    if (fault) return fault
    if (films.length === 0) return `? ${candidates.map(({ spine }) => spine).join(' ')}`
    return [...films.map(({ spine }) => spine), ...formats].join(' ')
  })
}

describe('a piece is', () => {
  test.each<[string, string[]]>([
    ['52', ['52']],
    ['#52 BD', ['52 bluray']],
    ['spine 52 blu-ray + dvd', ['52 dvd bluray']],
    ['9 - 11 ld', ['9 10 11 laserdisc']],
    ['seven samurai dvd', ['2 dvd']],
    ['Seven Samurai (1954) Blu-ray', ['2 bluray']],
    ['seven sam', ['2']],
    ['the killer 4k uhd', ['8 bluray_4k']],
    ['https://www.criterion.com/films/165-seven-samurai', ['2']],
    ['https://boxd.it/2axi 4k', ['2 bluray_4k']],
    ['tt0047478', ['2']],
    ['lola 1961', ['714']],
    ['weekend', ['? 622 635']],
    ['fanny and alexander', ['? 261 262 263 264']],
    ['5000', ['There is no spine 5000.']],
    ['5000-5001', ['There is no such spine.']],
    ['zzzz', ['No title has these words.']],
    ['tt9999999', ['No title has this link or id.']],
    ['', []],
    [' , ,\n', []],
  ])('%j: %j', (text, expected) => expect(entry(text)).toEqual(expected))

  test('at its place in the text, also where a title has a comma or a line a list', () => {
    const text = '1-3, 52 bd,\ngood morning 4k, nothing like this'
    expect(parseEntry(text, INDEX).map(({ start, end }) => text.slice(start, end))).toEqual([
      '1-3',
      '52 bd',
      'good morning 4k',
      'nothing like this',
    ])
    const [film] = FILMS.filter(({ title }) => title.includes(','))
    expect(entry(`1, ${film?.title} dvd, 2`)).toEqual(['1', `${film?.spine} dvd`, '2'])
  })
})

test('every title of the catalogue leads to its film, or is asked about with it', () => {
  for (const film of FILMS) {
    const [piece, ...more] = parseEntry(`${film.title} dvd`, INDEX)
    expect(more, film.title).toEqual([])
    const spines = [...(piece?.films ?? []), ...(piece?.candidates ?? [])].map(({ spine }) => spine)
    expect(spines, film.title).toContain(film.spine)
    if (piece?.films.length === 1) expect(piece.films[0]).toBe(film)
  }
})

test('three hundred lines are parsed within 150 ms, and within 50 ms after a further line was added', () => {
  const text = FILMS.slice(500, 800)
    .map(({ title }) => `${title} bd`)
    .join('\n')
  const start = process.cpuUsage()
  expect(parseEntry(text, INDEX)).toHaveLength(300)
  const { user } = process.cpuUsage(start)
  expect(user / 1000).toBeLessThan(150)
  const again = process.cpuUsage()
  parseEntry(`${text}\n1`, INDEX)
  expect(process.cpuUsage(again).user / 1000).toBeLessThan(50)
})

describe('the discs of a piece', () => {
  const discs = (text: string, usual = ['bluray'] as const, owned: string[] = []) =>
    parseEntry(text, INDEX).flatMap((piece) =>
      discsOf(piece, usual, (filmId, mark) => owned.includes(`${filmId - 10_000} ${mark}`)).map(
        ({ film, format, state, instead, noneIn }) =>
          [film.spine, format, state, instead ?? noneIn].filter(Boolean).join(' '),
      ),
    )

  test('are those it names, or the usual ones, or the best other one', () => {
    expect(discs('1, 2, 2 dvd 4k')).toEqual([
      '1 dvd add bluray',
      '2 bluray add',
      '2 dvd add',
      '2 bluray_4k add',
    ])
    expect(discs('2', ['bluray'], ['2 bluray'])).toEqual(['2 bluray yours'])
  })

  test('a format that the film never had is refused with an offer', () => {
    expect(filmOf(1).bluray_4k).toBe(false)
    expect(discs('1 4k')).toEqual(['1 bluray_4k missing dvd'])
    const [piece] = parseEntry('1 4k', INDEX)
    expect(piece && withFormat('1 4k', piece, 'bluray_4k', 'dvd')).toBe('1 dvd')
  })
})

test('a chosen candidate replaces its piece, by its title or, where several share it, its spine', () => {
  const text = '1, weekend dvd, 2'
  const [, weekend] = parseEntry(text, INDEX)
  expect(weekend && withFilm(text, weekend, filmOf(635), INDEX)).toBe('1, #635 dvd, 2')
  const [kill] = parseEntry('the kil 4k', INDEX)
  expect(kill && withFilm('the kil 4k', kill, filmOf(8), INDEX)).toBe('The Killer 4k')
  expect(FORMATS).toHaveLength(4)
})
