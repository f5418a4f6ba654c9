/** The text of an array of texts → its elements. */

import { Reader, readQuoted } from '../../rest/reader.ts'
import { Unanswerable } from '../unanswerable.ts'

/** An element without quotes. The database ignores white space around it; such an array is left to the database. */
const PLAIN = /[^\s{},"\\]+(?: +[^\s{},"\\]+)*(?=[,}])/y

/**
 * Reads `{Japan,"Hong Kong"}`.
 * @throws Unanswerable for an array with nulls, with nested arrays, or in another notation.
 */
export function readTextArray(text: string): string[] {
  const reader = new Reader('array', text)
  const elements: string[] = []
  if (!reader.take('{')) throw new Unanswerable(`the array ${text}`)
  if (!reader.take('}')) {
    do elements.push(readElement(reader, text))
    while (reader.take(','))
    if (!reader.take('}')) throw new Unanswerable(`the array ${text}`)
  }
  if (!reader.done) throw new Unanswerable(`the array ${text}`)
  return elements
}

function readElement(reader: Reader, text: string): string {
  const quoted = readQuoted(reader)
  if (quoted !== null) return quoted
  const plain = reader.match(PLAIN)?.[0]
  if (plain === undefined || /^null$/i.test(plain)) throw new Unanswerable(`the array ${text}`)
  return plain
}
