import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FLAGS, type Flag, FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { answerText, boughtText, nextToBuy, ownedFormats, type ShopMarks } from './answer-texts.ts'

const [LD, DVD, BD, UHD] = FORMATS
const ALL = released(LD, DVD, BD, UHD)
const TRILOGY = { id: 1, title: 'The BRD Trilogy' }
const ECLIPSE = { id: 2, title: 'Late Ozu' }

interface Case {
  film?: Record<Flag, boolean>
  marks?: Partial<ShopMarks>
  says: string
  buys: Format | undefined
}

const CASES: Record<string, Case> = {
  'nothing is owned': { says: 'You do not own it. The 4K is in print.', buys: UHD },
  'nothing is owned of the only release': {
    film: released(DVD),
    says: 'You do not own it. The DVD is in print.',
    buys: DVD,
  },
  'one format is owned': {
    marks: { owned: [DVD] },
    says: 'You own the DVD. The 4K is in print.',
    buys: UHD,
  },
  'two formats are owned': {
    marks: { owned: [BD, DVD] },
    says: 'You own the DVD and the Blu-ray. The 4K is in print.',
    buys: UHD,
  },
  'three formats are owned': {
    marks: { owned: [LD, DVD, BD] },
    says: 'You own the LaserDisc, the DVD and the Blu-ray. The 4K is in print.',
    buys: UHD,
  },
  'the best is owned': {
    marks: { owned: [UHD] },
    says: 'You own the 4K, the best there is.',
    buys: undefined,
  },
  'the best is owned and was no 4K': {
    film: released(LD, DVD, BD),
    marks: { owned: [BD] },
    says: 'You own the Blu-ray, the best there is.',
    buys: undefined,
  },
  'the best is owned beside a lesser one': {
    marks: { owned: [DVD, UHD] },
    says: 'You own the DVD and the 4K, the best there is.',
    buys: undefined,
  },
  'the only release is owned': {
    film: released(DVD),
    marks: { owned: [DVD] },
    says: 'You own the DVD, the only release.',
    buys: undefined,
  },
  'a format is owned that is no longer listed': {
    film: released(DVD),
    marks: { owned: [BD] },
    says: 'You own the Blu-ray.',
    buys: undefined,
  },
  'it is owned through a set': {
    marks: { sets: [{ ...TRILOGY, formats: [DVD] }] },
    says: 'You own the DVD, in The BRD Trilogy. The 4K is in print.',
    buys: UHD,
  },
  'it is owned through a set in two formats': {
    marks: { sets: [{ ...TRILOGY, formats: [DVD, BD] }] },
    says: 'You own the DVD and the Blu-ray, in The BRD Trilogy. The 4K is in print.',
    buys: UHD,
  },
  'it is owned through two sets': {
    marks: {
      sets: [
        { ...TRILOGY, formats: [DVD] },
        { ...ECLIPSE, formats: [DVD] },
      ],
    },
    says: 'You own the DVD, in The BRD Trilogy and Late Ozu. The 4K is in print.',
    buys: UHD,
  },
  'two formats are owned through different sets': {
    marks: {
      sets: [
        { ...TRILOGY, formats: [BD] },
        { ...ECLIPSE, formats: [DVD] },
      ],
    },
    says: 'You own the DVD in Late Ozu, and the Blu-ray in The BRD Trilogy. The 4K is in print.',
    buys: UHD,
  },
  'a better disc is owned beside a set': {
    marks: { owned: [BD], sets: [{ ...TRILOGY, formats: [LD, DVD] }] },
    says: 'You own the Blu-ray, and the LaserDisc and the DVD in The BRD Trilogy. The 4K is in print.',
    buys: UHD,
  },
  'a disc is owned that a set has, too': {
    marks: { owned: [DVD], sets: [{ ...TRILOGY, formats: [DVD] }] },
    says: 'You own the DVD. The 4K is in print.',
    buys: UHD,
  },
  'the best is owned through a set': {
    film: released(DVD, BD),
    marks: { sets: [{ ...TRILOGY, formats: [BD] }] },
    says: 'You own the Blu-ray, in The BRD Trilogy. The Blu-ray is the best there is.',
    buys: undefined,
  },
  'the only release is owned through a set': {
    film: released(DVD),
    marks: { sets: [{ ...TRILOGY, formats: [DVD] }] },
    says: 'You own the DVD, in The BRD Trilogy. The DVD is the only release.',
    buys: undefined,
  },
  'it was released in a set only': {
    film: released(),
    marks: { sets: [{ ...TRILOGY, formats: [DVD] }] },
    says: 'You own the DVD, in The BRD Trilogy.',
    buys: undefined,
  },
  'the missing one is out of print': {
    film: released(LD, DVD, UHD, 'bluray_4k_oop'),
    marks: { owned: [DVD] },
    says: 'You own the DVD. The 4K is out of print.',
    buys: UHD,
  },
  'the best one is out of print, and a lesser one is in print': {
    film: { ...ALL, bluray_4k_oop: true },
    marks: { owned: [DVD] },
    says: 'You own the DVD. The Blu-ray is in print. The 4K is out of print.',
    buys: BD,
  },
  'only what is lesser than the one owned is in print': {
    film: { ...ALL, bluray_4k_oop: true },
    marks: { owned: [BD] },
    says: 'You own the Blu-ray. The 4K is out of print.',
    buys: UHD,
  },
  'everything is out of print': {
    film: { ...ALL, laserdisc_oop: true, dvd_oop: true, bluray_oop: true, bluray_4k_oop: true },
    says: 'You do not own it. The 4K is out of print.',
    buys: UHD,
  },
  'the missing one is wished for': {
    marks: { owned: [DVD], wished: [UHD] },
    says: 'You own the DVD. The 4K is in print, and on your wishlist.',
    buys: UHD,
  },
  'the missing one is wished for and out of print': {
    film: { ...ALL, bluray_4k_oop: true },
    marks: { owned: [DVD], wished: [UHD] },
    says: 'You own the DVD. The 4K is out of print, and on your wishlist.',
    buys: UHD,
  },
  'any format is wished for': {
    marks: { wished: [] },
    says: 'You do not own it. The 4K is in print, and on your wishlist.',
    buys: UHD,
  },
  'any format is wished for, and the best one is out of print': {
    film: { ...ALL, bluray_4k_oop: true },
    marks: { wished: [] },
    says: 'You do not own it. The Blu-ray is in print, and on your wishlist. The 4K is out of print.',
    buys: BD,
  },
  'any format is wished for, and the best is owned': {
    marks: { owned: [UHD], wished: [] },
    says: 'You own the 4K, the best there is. It is still on your wishlist.',
    buys: undefined,
  },
  'a lesser format is wished for': {
    marks: { wished: [DVD] },
    says: 'You do not own it. The DVD is in print, and on your wishlist.',
    buys: DVD,
  },
  'a lesser format than the one owned is wished for': {
    marks: { owned: [UHD], wished: [LD] },
    says: 'You own the 4K, the best there is. The LaserDisc is in print, and on your wishlist.',
    buys: LD,
  },
  'two formats are wished for': {
    marks: { owned: [DVD], wished: [BD, UHD] },
    says: 'You own the DVD. The 4K is in print, and on your wishlist. The Blu-ray is on your wishlist, too.',
    buys: UHD,
  },
  'two formats are wished for, and the better one is out of print': {
    film: { ...ALL, bluray_4k_oop: true },
    marks: { owned: [DVD], wished: [BD, UHD] },
    says: 'You own the DVD. The Blu-ray is in print, and on your wishlist. The 4K is on your wishlist, too.',
    buys: BD,
  },
  'the one owned is wished for': {
    marks: { owned: [DVD], wished: [DVD] },
    says: 'You own the DVD. The 4K is in print. The DVD is still on your wishlist.',
    buys: UHD,
  },
  'all that is wished for is owned': {
    marks: { owned: [BD, UHD], wished: [BD, UHD] },
    says: 'You own the Blu-ray and the 4K, the best there is. The Blu-ray and the 4K are still on your wishlist.',
    buys: undefined,
  },
  'a format is wished for that was not released': {
    film: released(DVD, BD),
    marks: { owned: [DVD], wished: [UHD] },
    says: 'You own the DVD. The Blu-ray is in print. The 4K is on your wishlist, but not released.',
    buys: BD,
  },
  'it was never released': {
    film: released(),
    says: 'You do not own it. It was never released on disc.',
    buys: undefined,
  },
  'it was never released, and any format is wished for': {
    film: released(),
    marks: { wished: [] },
    says: 'You do not own it. It was never released on disc. It is on your wishlist.',
    buys: undefined,
  },
  'it was never released, and a format is wished for': {
    film: released(),
    marks: { wished: [BD] },
    says: 'You do not own it. It was never released on disc. The Blu-ray is on your wishlist, but not released.',
    buys: undefined,
  },
}

for (const [name, { film = ALL, marks, says, buys }] of Object.entries(CASES)) {
  test(`what is answered if ${name}`, () => {
    const of = { owned: [], sets: [], wished: undefined, ...marks }
    expect(answerText(film, of)).toBe(says)
    expect(nextToBuy(film, of)).toBe(buys)
  })
}

const formats = fc.subarray([...FORMATS])
const someMarks: fc.Arbitrary<ShopMarks> = fc.record({
  owned: formats,
  sets: fc.array(fc.record({ id: fc.nat(), title: fc.constantFrom('AK 100', 'Late Ozu'), formats }), {
    maxLength: 2,
  }),
  wished: fc.option(formats, { nil: undefined }),
})
const films = fc.subarray([...FLAGS]).map((flags) => released(...flags))

test('what to buy was released, is not owned, and is better than what is owned or wished for by name', () => {
  fc.assert(
    fc.property(films, someMarks, (film, marks) => {
      const owned = ownedFormats(marks)
      const next = nextToBuy(film, marks)
      const candidates = FORMATS.filter(
        (format) =>
          film[format] &&
          !owned.includes(format) &&
          (owned.every((one) => FORMATS.indexOf(one) < FORMATS.indexOf(format)) ||
            marks.wished?.includes(format)),
      )
      if (next === undefined) expect(candidates).toEqual([])
      else expect(candidates).toContain(next)
    }),
  )
})

test('every answer is of whole sentences and begins with what is owned', () => {
  fc.assert(
    fc.property(films, someMarks, (film, marks) => {
      expect(answerText(film, marks)).toMatch(/^You (own|do not own) [^.]+\.( (The|It) [^.]+\.)*$/)
    }),
  )
})

test('the button names the format', () => {
  expect(FORMATS.map(boughtText)).toEqual([
    'I bought the LaserDisc',
    'I bought the DVD',
    'I bought the Blu-ray',
    'I bought the 4K',
  ])
})

/** A film with these flags. */
function released(...flags: Flag[]): Record<Flag, boolean> {
  return Object.fromEntries(FLAGS.map((flag) => [flag, flags.includes(flag)])) as Record<Flag, boolean>
}
