import { LINE_MAX_LENGTH } from '../text-lengths.ts'
import { definitionOf, type Film, type FilmColumn, type Kind, type TextColumn } from './columns.ts'

/**
 * What a film may hold: the rules of form, import and database (supabase/migrations/…_text.sql, …_films.sql and …_film_facts.sql) are the
 * same. Texts are checked as they would be stored: trimmed, and an empty text of an optional column is null.
 *
 * A fault is the rest of a sentence that begins with the column's name ('is empty', 'must be …', without a full stop);
 * undefined means that there is none. {@link filmFaults} makes whole sentences of them, to be shown beside a field.
 */
type Fault = string | undefined

const LINK_MAX_LENGTH = 2000
const YEAR_MIN = 1870
const YEAR_MAX = 2100

interface Rule {
  fault(text: string): Fault
  read(text: string): string | number | boolean
}

const RULES: Record<Kind, Rule> = {
  spine: { fault: spineFault, read: Number },
  year: { fault: yearFault, read: Number },
  minutes: { fault: minutesFault, read: Number },
  id: { fault: idFault, read: Number },
  line: { fault: lineFault, read: String },
  link: { fault: linkFault, read: String },
  flag: { fault: flagFault, read: (text) => text.toLowerCase() === 'true' },
}

/** The fault in the text of a column, trimmed. */
export function columnFault(column: FilmColumn, text: string): Fault {
  const { kind, optional } = definitionOf(column)
  return optional && text === '' ? undefined : RULES[kind].fault(text)
}

/** The value of the text of a column, trimmed. An invalid number becomes NaN: check the text first. */
export function readColumn<Column extends FilmColumn>(column: Column, text: string): Film[Column] {
  const { kind, optional } = definitionOf(column)
  return (optional && text === '' ? null : RULES[kind].read(text)) as Film[Column]
}

/** A sentence for each field, trimmed, that has a fault; fields that are not given are not checked. */
export function filmFaults(values: Partial<Record<TextColumn, string>>): Partial<Record<TextColumn, string>> {
  const faults: Partial<Record<TextColumn, string>> = {}
  for (const [column, text] of Object.entries(values) as [TextColumn, string][]) {
    const fault = columnFault(column, text)
    if (fault) faults[column] = `${subjectOf(column)} ${fault}.`
  }
  return faults
}

/** The name of a column as the subject of a sentence: 'Spine', 'The IMDb link'. */
export function subjectOf(column: FilmColumn): string {
  const { subject, label } = definitionOf(column)
  return subject ?? label
}

export function spineFault(value: string): Fault {
  if (!/^[1-9]\d{0,8}$/.test(value)) return 'must be a whole number from 1 to 999,999,999'
}

function yearFault(value: string): Fault {
  if (/^\d{4}$/.test(value) && Number(value) >= YEAR_MIN && Number(value) <= YEAR_MAX) return
  return `must be a year from ${YEAR_MIN} to ${YEAR_MAX}, or empty`
}

function minutesFault(value: string): Fault {
  if (/^[1-9]\d{0,3}$/.test(value)) return
  return 'must be a whole number of minutes from 1 to 9,999, or empty'
}

function idFault(value: string): Fault {
  if (!/^[1-9]\d{0,8}$/.test(value)) return 'must be a whole number from 1 to 999,999,999, or empty'
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

function flagFault(value: string): Fault {
  if (!/^(true|false)$/i.test(value)) return 'must be true or false'
}

/** Characters that no database stores, and the one that a decoder puts in the place of bytes that are not UTF-8. */
const NO_TEXT = /[\0\uFFFD\p{Cs}]/u
const NO_TEXT_FAULT = 'has a character that is not text in UTF-8'

// biome-ignore lint/suspicious/noControlCharactersInRegex: The expression looks for control characters.
const CONTROL = /[\u0001-\u001f\u007f-\u009f\u2028\u2029]/

/** White space, and the control characters that `\s` leaves out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: The expression looks for control characters.
const BLANK = /[\u0001-\u001f\u007f-\u009f\s]/

/** The length in characters as the database counts them: an emoji is one. */
function lengthOf(value: string): number {
  return value.length <= LINE_MAX_LENGTH ? value.length : [...value].length
}
