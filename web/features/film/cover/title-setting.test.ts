import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CREDIT_SIZE, MARGIN, setTitle, TITLE_SIZES, titleWidth } from './title-setting.ts'

const css = readFileSync(new URL('./typographic-cover.module.css', import.meta.url), 'utf8')
const MUSKETEERS = 'The Three Musketeers / The Four Musketeers: Two Films by Richard Lester'
const ROBESON =
  'Dudley Murphy & Saul J. Turell & Oscar Micheaux & Kenneth Macpherson & Zoltan Korda & Thornton Freeland & Pen Tennyson & Leo Hurwitz & Paul Strand'

describe('a title', () => {
  it.each([
    'M',
    '8½',
    'Él',
    'Ran',
    'Symbiopsychotaxiplasm: Two Takes by William Greaves',
    'Berlin Alexanderplatz',
    MUSKETEERS,
  ])('“%s” keeps its words whole and stays inside the margins', (title) => {
    const setting = setTitle(title, 'Fritz Lang', 1931)
    expect(setting.lines.join(' ')).toBe(title)
    expect(titleWidth(setting)).toBeLessThanOrEqual(100 - 2 * MARGIN)
  })

  it('is large if it is short and small if a word is long', () => {
    const size = (title: string) => TITLE_SIZES[setTitle(title, 'Fritz Lang', 1931).step]
    expect(size('M')).toBe(TITLE_SIZES[0])
    expect(size('Walkabout')).toBeGreaterThan(size('Trainspotting') ?? 0)
    expect(size('Symbiopsychotaxiplasm')).toBeLessThan(size('Trainspotting') ?? 0)
  })

  it('leaves nearly half of the cover to the drawing, however long it is', () => {
    expect(setTitle(MUSKETEERS, ROBESON, 1973).top).toBeLessThan(70)
    expect(setTitle('M', 'Fritz Lang', 1931).top).toBeLessThan(47)
  })

  it('prefers to end a line at a colon, a slash or a dash', () => {
    expect(setTitle('I Am Curious—Yellow', 'Vilgot Sjöman', 1967).lines).toEqual(['I Am Curious—', 'Yellow'])
    expect(setTitle('Carl Th. Dreyer—My Metier', 'Torben Skjødt Jensen', 1995).lines).toEqual([
      'Carl Th. Dreyer—',
      'My Metier',
    ])
    for (const line of setTitle(MUSKETEERS, 'Richard Lester', 1973).lines) expect(line).not.toMatch(/^[/:]/)
  })

  it('leaves room for the drawing whatever its text is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 300 }), (title, director) => {
        const setting = setTitle(title, director, 2000)
        expect(setting.lines.length).toBeLessThanOrEqual(6)
        expect(setting.top).toBeLessThan(72)
      }),
    )
  })

  it('fits beside the film strip too', () => {
    expect(titleWidth(setTitle(MUSKETEERS, 'Richard Lester', 1973, 27))).toBeLessThanOrEqual(
      100 - MARGIN - 27,
    )
  })

  it('has the same sizes as the style sheet', () => {
    const sizes = [...css.matchAll(/\.size\d+ \{\s*font-size: ([\d.]+)cqi/g)].map((match) => Number(match[1]))
    expect(sizes).toEqual([...TITLE_SIZES])
    expect(css).toContain(`font-size: ${CREDIT_SIZE}cqi`)
  })
})

describe('a credit', () => {
  const credit = (director: string, left?: number) =>
    setTitle('M', director, 1931, left).credit.map((line) => line.replaceAll('\u00a0', ' '))

  it('is on one line if it fits', () => {
    expect(credit('Fritz Lang')).toEqual(['Fritz Lang · 1931'])
  })

  it('has the year below a director that fills the line', () => {
    expect(credit('Rainer Werner Fassbinder')).toEqual(['Rainer Werner Fassbinder', '1931'])
    expect(credit('Rainer Werner Fassbinder', 27)).toEqual(['Rainer Werner', 'Fassbinder · 1931'])
  })

  it('is the director alone if the film has no year', () => {
    expect(setTitle('M', 'Fritz Lang', null).credit).toEqual(['Fritz Lang'])
    expect(setTitle('M', 'Rainer Werner Fassbinder', null).credit).toEqual(['Rainer Werner Fassbinder'])
  })

  it('breaks between names', () => {
    expect(credit('Michael Powell and Emeric Pressburger')).toEqual([
      'Michael Powell and',
      'Emeric Pressburger · 1931',
    ])
  })

  it('truncates many directors to two lines and keeps the year', () => {
    expect(credit(ROBESON)).toHaveLength(2)
    expect(credit(ROBESON).join(' ')).toMatch(/^Dudley Murphy.* … · 1931$/)
  })
})
