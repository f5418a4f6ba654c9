/** Parse: the beginning of a text → a column, with a path into its JSON if there is one. */

import { type Reader, readName, readQuoted } from '../reader.ts'
import type { Field, JsonStep } from '../request.ts'

const ARROW = /->>?/y
const INDEX = /-?\d+(?=->|::|[.,]|$)/y
const KEY = /(?!-)(?:(?!->)[^(:.,>)])+/y
const SPACES = / */y

/**
 * Reads a column, or a path into its JSON: `data->address->>city`, `tags->0`. A key with a reserved character must be
 * quoted.
 * Document: docs.postgrest.org "JSON Columns", "Composite / Array Columns".
 */
export function readField(reader: Reader): Field {
  const column = readName(reader)
  const [first, ...others] = readSteps(reader)
  reader.match(SPACES)
  return first ? { column, path: [first, ...others] } : { column }
}

function readSteps(reader: Reader): JsonStep[] {
  const steps: JsonStep[] = []
  for (let arrow = reader.match(ARROW); arrow; arrow = reader.match(ARROW)) {
    steps.push({ arrow: arrow[0] === '->' ? '->' : '->>', to: readStep(reader) })
  }
  return steps
}

function readStep(reader: Reader): string | number {
  const index = reader.match(INDEX)?.[0]
  if (index !== undefined) return Number(index)
  const key = readQuoted(reader) ?? reader.match(KEY)?.[0].trim()
  return key ?? reader.fail('expecting a key or an index')
}
