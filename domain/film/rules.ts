/**
 * What a film may hold, said the same in form, import and database (`…_film_checks.sql`). Texts are judged as they
 * would be stored: trim them first, and store an empty one of an optional column as null.
 *
 * A fault is the rest of a sentence that begins with the column's name ('is empty', 'must be …', without a full stop);
 * undefined is none. {@link filmFaults} makes whole sentences of them, fit to stand beside a field.
 */
type Fault = string | undefined

const LINE_MAX_LENGTH = 500
const LINK_MAX_LENGTH = 2000
const YEAR_MIN = 1870
const YEAR_MAX = 2100

/** The columns that are written as text, by the names they go by. */
export const FIELD_NAMES = {
  spine: 'Spine',
  title: 'Title',
  director: 'Director',
  country: 'Country',
  year: 'Year',
  product_url: 'The product page',
  box_art_url: 'The box art',
  imdb_link: 'The IMDb link',
  letterboxd_link: 'The Letterboxd link',
  wikipedia_link: 'The Wikipedia link',
  bluray_com_link: 'The Blu-ray.com link',
  amazon_link: 'The Amazon link',
  ebay_link: 'The eBay link',
} as const

export type Field = keyof typeof FIELD_NAMES

/** Sentences about what is typed into fields, trimmed: none for a field that may stay so. */
export function filmFaults(values: Partial<Record<Field, string>>): Partial<Record<Field, string>> {
  const faults: Partial<Record<Field, string>> = {}
  for (const field of Object.keys(FIELD_NAMES) as Field[]) {
    const value = values[field]
    const fault = value === undefined ? undefined : fieldFault(field, value)
    if (fault) faults[field] = `${FIELD_NAMES[field]} ${fault}.`
  }
  return faults
}

/** What is wrong with the text of one field, trimmed. */
export function fieldFault(field: Field, value: string): Fault {
  switch (field) {
    case 'spine':
      return spineFault(value)
    case 'title':
    case 'director':
      return lineFault(value)
    case 'country':
      return value === '' ? undefined : lineFault(value)
    case 'year':
      return value === '' ? undefined : yearFault(value)
    default:
      return value === '' ? undefined : linkFault(value)
  }
}

export function spineFault(value: string): Fault {
  if (!/^[1-9]\d{0,8}$/.test(value)) return 'must be a whole number from 1 to 999,999,999'
}

export function yearFault(value: string): Fault {
  if (/^\d{4}$/.test(value) && Number(value) >= YEAR_MIN && Number(value) <= YEAR_MAX) return
  return `must be a year from ${YEAR_MIN} to ${YEAR_MAX}, or empty`
}

/** One line of text. */
export function lineFault(value: string): Fault {
  if (value === '') return 'is empty'
  if (NO_TEXT.test(value)) return NO_TEXT_FAULT
  if (CONTROL.test(value)) return 'has a line break, a tab or another control character'
  if (value !== value.trim()) return 'begins or ends with a blank'
  if (lengthOf(value) > LINE_MAX_LENGTH) return `is longer than ${LINE_MAX_LENGTH} characters`
}

export function linkFault(value: string): Fault {
  if (NO_TEXT.test(value)) return NO_TEXT_FAULT
  // Without the flag u, under which ſ would pass for an s.
  if (!/^https?:\/\/[^/?#]/i.test(value)) return 'must be an http(s) address, or empty'
  if (BLANK.test(value)) return 'has a blank within the address'
  if (lengthOf(value) > LINK_MAX_LENGTH) return `is longer than ${LINK_MAX_LENGTH} characters`
}

/** What no database takes, and what reading puts in the place of bytes that are not UTF-8. */
const NO_TEXT = /[\0\uFFFD\p{Cs}]/u
const NO_TEXT_FAULT = 'has a character that is not text in UTF-8'

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for.
const CONTROL = /[\u0001-\u001f\u007f-\u009f\u2028\u2029]/

/** Of the control characters, those that `\s` leaves out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for.
const BLANK = /[\u0001-\u001f\u007f-\u009f\s]/

/** As the database counts: an emoji is one character. */
function lengthOf(value: string): number {
  return value.length <= LINE_MAX_LENGTH ? value.length : [...value].length
}
