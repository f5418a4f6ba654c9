/** Parse: the parameter `order` → its terms. */

import { ApiError } from '../api-error.ts'
import { Reader, readAll } from '../reader.ts'
import type { OrderTerm } from '../request.ts'
import { readField } from './field.ts'

const DIRECTION = /\.(asc|desc)(?![^.,])/y
const NULLS = /\.nulls(first|last)(?![^,])/y

/**
 * Parses `title.desc.nullslast,spine`; the default is ascending.
 * Document: docs.postgrest.org "Ordering".
 * @throws ApiError 400: PGRST100, or PGRST108 for the column of an embedded table.
 */
export function parseOrder(text: string): OrderTerm[] {
  return readAll(new Reader('order', text), readTerm)
}

function readTerm(reader: Reader): OrderTerm {
  const field = readField(reader)
  if (reader.take('(')) throw notEmbedded(field.column)
  const direction = reader.match(DIRECTION)?.[1] === 'desc' ? 'desc' : 'asc'
  const nulls = reader.match(NULLS)?.[1]
  return { ...field, direction, nulls: nulls === 'first' || nulls === 'last' ? nulls : null }
}

/** The error for a name of another table: this server does not embed tables in each other's rows. */
export function notEmbedded(table: string): ApiError {
  return new ApiError(
    400,
    'PGRST108',
    `'${table}' is not an embedded resource in this request`,
    null,
    'This server reads one table per request. Request each table separately.',
  )
}
