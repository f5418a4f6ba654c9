import { type Flag, FORMAT_NAMES, FORMATS, type Format } from '../../../../domain/film/formats.ts'
import type { OwnedSet } from '../../../../domain/film/sets.ts'
import { listText } from '../../../../domain/list-text.ts'
import { formatToBuy } from '../../../../domain/shopping/shopping.ts'
import { inSets } from '../../../ui/disc/in-sets.tsx'

/** What a person has marked of a film. */
export interface ShopMarks {
  /** The formats that they own as a separate disc. */
  owned: readonly Format[]
  /** The box sets through which they own it. */
  sets: readonly OwnedSet[]
  /** The formats in which they wish for it, none for any; undefined without a wish. */
  wished: readonly Format[] | undefined
}

type Releases = Record<Flag, boolean>

/**
 * Answers a person who stands in a shop in front of a film: first what they own, then what is missing, whether it is in
 * print, and whether it is on the wishlist. `You own the DVD. The 4K is in print, and on your wishlist.`
 */
export function answerText(film: Releases, marks: ShopMarks): string {
  return [...ownership(film, marks), ...missing(film, marks), ...otherWishes(film, marks)].join(' ')
}

/**
 * The format to buy: one that is wished for and not owned, otherwise one that is better than all that are owned. Of
 * several the best one in print, otherwise the best one. Undefined if there is none.
 */
export function nextToBuy(film: Releases, marks: ShopMarks): Format | undefined {
  const wanted = wantedOf(marks).filter((format) => film[format])
  const formats = wanted.length > 0 ? wanted : betterThanOwned(marks)
  return formats.length === 0 ? undefined : formatToBuy(film, formats)
}

/** The label of the button that marks a format as bought. */
export function boughtText(format: Format): string {
  return `I bought ${nameOf(format)}`
}

/** The formats that a person owns, also through sets, in their order. */
export function ownedFormats({ owned, sets }: ShopMarks): Format[] {
  return FORMATS.filter(
    (format) => owned.includes(format) || sets.some(({ formats }) => formats.includes(format)),
  )
}

/** Whether a wish is for a format: for this one, or for any. */
export function isWished({ wished }: ShopMarks, format: Format): boolean {
  return wished !== undefined && (wished.length === 0 || wished.includes(format))
}

function ownership(film: Releases, marks: ShopMarks): string[] {
  const parts = ownedParts(marks)
  if (parts.length === 0) return ['You do not own it.']
  const rank = rankOfBest(film, marks)
  const [between, among] = parts.length === 1 ? [', ', ''] : [' ', ', and ']
  const list = parts.map((part) => part.filter(Boolean).join(between)).join(among)
  const isOfSet = parts.some(([, place]) => place !== '')
  if (rank && !isOfSet) return [`You own ${list}, ${rank.text}.`]
  return [`You own ${list}.`, ...(rank ? [`${capitalized(rank.name)} is ${rank.text}.`] : [])]
}

/** The formats that are owned and where they are: separate discs first, then those in each set. */
function ownedParts(marks: ShopMarks): (readonly [names: string, place: string])[] {
  const { owned, sets } = marks
  const places = Map.groupBy(ownedFormats(marks), (format) =>
    owned.includes(format) ? '' : inSets(sets, format),
  )
  return [...places]
    .toSorted(([one], [other]) => Number(one !== '') - Number(other !== ''))
    .map(([place, formats]) => [namesOf(formats), place] as const)
}

/** What the best format that is owned is, if the film was released in none that is better. */
function rankOfBest(film: Releases, marks: ShopMarks): { name: string; text: string } | undefined {
  const owned = ownedFormats(marks)
  const best = owned.at(-1)
  const released = FORMATS.filter((format) => film[format])
  if (!best || !film[best] || betterThanOwned(marks).some((format) => film[format])) return undefined
  const isOnly = released.length === 1 && owned.length === 1
  return { name: nameOf(best), text: isOnly ? 'the only release' : 'the best there is' }
}

function missing(film: Releases, marks: ShopMarks): string[] {
  if (!FORMATS.some((format) => film[format]))
    return ownedFormats(marks).length === 0 ? ['It was never released on disc.'] : []
  const next = nextToBuy(film, marks)
  if (!next) return []
  const wish = isWished(marks, next) ? ', and on your wishlist' : ''
  // The best format is named, too, if a lesser one is to be bought only because it is in print.
  const best = wantedOf(marks).includes(next)
    ? next
    : betterThanOwned(marks).findLast((format) => film[format])
  return [
    `${capitalized(nameOf(next))} is ${printOf(film, next)}${wish}.`,
    ...(best && best !== next ? [`${capitalized(nameOf(best))} is ${printOf(film, best)}.`] : []),
  ]
}

/** The wishes that the disc to buy does not fulfil. */
function otherWishes(film: Releases, marks: ShopMarks): string[] {
  const next = nextToBuy(film, marks)
  const owned = ownedFormats(marks)
  if (marks.wished?.length === 0 && !next)
    return [owned.length > 0 ? 'It is still on your wishlist.' : 'It is on your wishlist.']
  const others = marks.wished?.filter((format) => format !== next) ?? []
  const wishes = Map.groupBy(others, (format) =>
    owned.includes(format) ? 'owned' : film[format] ? 'released' : 'unreleased',
  )
  return [
    ...sentenceAbout(wishes.get('released'), 'on your wishlist, too'),
    ...sentenceAbout(wishes.get('owned'), 'still on your wishlist'),
    ...sentenceAbout(wishes.get('unreleased'), 'on your wishlist, but not released'),
  ]
}

function sentenceAbout(formats: readonly Format[] | undefined, state: string): string[] {
  if (!formats) return []
  return [`${capitalized(namesOf(formats))} ${formats.length === 1 ? 'is' : 'are'} ${state}.`]
}

/** The formats that are wished for by name and not owned. */
function wantedOf(marks: ShopMarks): Format[] {
  const owned = ownedFormats(marks)
  return marks.wished?.filter((format) => !owned.includes(format)) ?? []
}

function betterThanOwned(marks: ShopMarks): Format[] {
  const best = ownedFormats(marks).at(-1)
  return FORMATS.slice(best === undefined ? 0 : FORMATS.indexOf(best) + 1)
}

function printOf(film: Releases, format: Format): string {
  return film[`${format}_oop`] ? 'out of print' : 'in print'
}

function namesOf(formats: readonly Format[]): string {
  return listText(formats.map(nameOf))
}

function nameOf(format: Format): string {
  return `the ${format === 'bluray_4k' ? '4K' : FORMAT_NAMES[format]}`
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
