/** The types of columns: how the value of a filter is read, and how values are ordered. */

import { compareCodePoints, compareTexts } from '../sql/collation.ts'
import { Unanswerable } from '../unanswerable.ts'

/** The value of a column that filters compare. */
export type Scalar = string | number | boolean

export interface ColumnType {
  kind: 'text' | 'boolean' | 'texts' | 'other'
  /** Reads the value of a filter. @throws Unanswerable for a text that the database may read in another way or refuse. */
  parse: (text: string) => Scalar
  /** Undefined if the order of the values is not known here. */
  compare?: (one: Scalar, other: Scalar) => number
}

function integer(largest: number): ColumnType {
  return {
    kind: 'other',
    parse(text) {
      const value = Number(text)
      if (/^-?\d{1,16}$/.test(text) && Math.abs(value) <= largest) return value
      throw new Unanswerable(`the integer ${text}`)
    },
    compare: (one, other) => Number(one) - Number(other),
  }
}

export const INT2 = integer(2 ** 15 - 1)
export const INT4 = integer(2 ** 31 - 1)
export const INT8 = integer(Number.MAX_SAFE_INTEGER)

export const BOOLEAN: ColumnType = {
  kind: 'boolean',
  parse(text) {
    if (text === 'true' || text === 'false') return text === 'true'
    throw new Unanswerable(`the boolean ${text}`)
  },
  compare: (one, other) => Number(one) - Number(other),
}

const UUID_TEXT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const UUID: ColumnType = {
  kind: 'other',
  parse(text) {
    if (UUID_TEXT.test(text)) return text
    throw new Unanswerable(`the id ${text}`)
  },
  compare: ordered(compareCodePoints),
}

const asGiven = (text: string) => text

/** Text in the collation of the database, which is not the same on every site. */
export const TEXT: ColumnType = { kind: 'text', parse: asGiven }

/** Text in the collation `C`. */
export const C_TEXT: ColumnType = textIn(compareCodePoints)

/** Text in the collation `und-x-icu`. */
export const ROOT_TEXT: ColumnType = textIn(compareTexts)

export function textIn(compare: (one: string, other: string) => number): ColumnType {
  return { kind: 'text', parse: asGiven, compare: ordered(compare) }
}

function ordered(compare: (one: string, other: string) => number): NonNullable<ColumnType['compare']> {
  return (one, other) => compare(String(one), String(other))
}

/** A list of texts. */
export const TEXTS: ColumnType = { kind: 'texts', parse: refuse }

/** A number with decimals, a time or JSON, which is only selected. */
export const OTHER: ColumnType = { kind: 'other', parse: refuse }

function refuse(text: string): never {
  throw new Unanswerable(`a filter of a column of this type: ${text}`)
}
