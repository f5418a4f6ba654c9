/** Parse: the parameter `select` → its items. */

import { ApiError } from '../api-error.ts'
import { Reader, readAll, readName } from '../reader.ts'
import type { SelectItem } from '../request.ts'
import { readField } from './field.ts'

/** A fast case: nearly all requests name columns without anything that the patterns below match. */
const PLAIN = /\w+(?=,|$)/y
const ALIAS_END = /:(?!:)/y
const AGGREGATE = /\.(?:avg|count|max|min|sum)\(\)/y
const EMBEDDING = /(?=[!(])/y
const SPREAD = /\.\.\./y
const SPACES = / */y

/**
 * Parses the selected columns: `*`, `title`, `name:title`, `year::text`, `data->>key`. An empty text selects all.
 * Document: docs.postgrest.org "Vertical Filtering".
 * @throws ApiError 400: PGRST100, or PGRST123 for an aggregate.
 */
export function parseSelect(text: string): SelectItem[] {
  return text === '' ? [{ kind: 'all' }] : readAll(new Reader('select parameter', text), readItem)
}

function readItem(reader: Reader): SelectItem {
  const plain = reader.match(PLAIN)?.[0]
  if (plain) return { kind: 'column', name: plain, alias: null, cast: null }
  reader.match(SPACES)
  if (reader.take('*')) return { kind: 'all' }
  const spread = reader.match(SPREAD)
  const first = readField(reader)
  const alias = !first.path && reader.match(ALIAS_END) ? first.column : null
  const { column: name, path } = alias === null ? first : readField(reader)
  if (reader.match(AGGREGATE) || (name === 'count' && reader.take('()'))) refuseAggregate()
  if (spread || (!path && reader.match(EMBEDDING))) return readEmbedding(reader, name)
  return {
    kind: 'column',
    name,
    ...(path && { path }),
    alias,
    cast: reader.take('::') ? readName(reader) : null,
  }
}

function refuseAggregate(): never {
  throw new ApiError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
}

const HINT = /(?:![^(),!]*)*/y
const WITHIN = /[^()]*/y

/** Reads an embedding, which must be well formed. The plan stage refuses it by its name. */
function readEmbedding(reader: Reader, name: string): SelectItem {
  reader.match(HINT)
  reader.expect('(')
  for (let depth = 1; depth > 0; ) {
    reader.match(WITHIN)
    if (reader.take('(')) depth += 1
    else if (reader.take(')')) depth -= 1
    else reader.fail('expecting ")"')
  }
  reader.match(SPACES)
  return { kind: 'embedding', name }
}
