/** SQL: how many rows a statement may have → an expression that counts them or makes the statement fail. */

import { ApiError } from '../../../domain/rest/api-error.ts'
import type { Media } from '../../../domain/rest/request.ts'
import { notSingle } from '../../../domain/rest/respond-rows.ts'
import { DatabaseError } from '../../db/database.ts'

/** How many rows a statement may have. With another number, it fails and its transaction is rolled back. */
interface Allowed {
  media: Media
  maxAffected: number | null
}

export const ROWS = 'count(*)::int'

/** Our own SQLSTATEs, raised by `auth.refuse_rows`. */
const NOT_ONE = 'CC116'
const TOO_MANY = 'CC124'

/**
 * Writes an expression for the number of rows that makes the statement fail if the number is not allowed.
 * The number is known only after the statement has run, and checking it before the commit would cost a round trip.
 * @param affected the number of affected rows in SQL, if it is not the number of rows returned.
 */
export function checkedRowCount({ media, maxAffected }: Allowed, affected = 'count(*)'): string {
  const rows = maxAffected === null ? ROWS : unless(`${affected} <= ${maxAffected}`, TOO_MANY, affected, ROWS)
  return media === 'object' ? unless('count(*) = 1', NOT_ONE, 'count(*)', rows) : rows
}

function unless(condition: string, code: string, number: string, rows: string): string {
  return `case when ${condition} then ${rows} else ${refuseRows(code, number)} end`
}

/** Writes an expression of type integer that raises this SQLSTATE with the number of rows when it is evaluated. */
export function refuseRows(code: string, number: string): string {
  return `auth.refuse_rows('${code}', ${number})`
}

/** Turns an error of `auth.refuse_rows` into PostgREST's. Any other error is returned as it is. */
export function toRowCountError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  if (error.code === NOT_ONE) return notSingle(Number(error.detail))
  if (error.code !== TOO_MANY) return error
  return new ApiError(
    400,
    'PGRST124',
    'Query result exceeds max-affected preference constraint',
    `The query affects ${error.detail} rows`,
  )
}
