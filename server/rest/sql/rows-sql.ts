import { DatabaseError } from '../../db/database.ts'
import { ApiError } from '../../errors.ts'
import type { Media } from '../request.ts'

/** How many rows a statement may have; with another number it must not have happened. */
interface Allowed {
  media: Media
  maxAffected: number | null
}

export const ROWS = 'count(*)::int'

/** Our own SQLSTATEs, of `auth.refuse_rows`. */
const NOT_ONE = 'CC116'
const TOO_MANY = 'CC124'

/**
 * The number of rows, or a refusal, which makes the statement fail, and with it what it has written.
 * The rows are known only once all is done, and asking before committing would cost a round trip more.
 * @param affected in SQL, where they are not the rows themselves.
 */
export function rowsWithin({ media, maxAffected }: Allowed, affected = 'count(*)'): string {
  const rows = maxAffected === null ? ROWS : unless(`${affected} <= ${maxAffected}`, TOO_MANY, affected, ROWS)
  return media === 'object' ? unless('count(*) = 1', NOT_ONE, 'count(*)', rows) : rows
}

function unless(condition: string, code: string, number: string, rows: string): string {
  return `case when ${condition} then ${rows} else ${refuseRows(code, number)} end`
}

/** An integer in SQL, which fails with this SQLSTATE and the number of rows wherever it is asked for. */
export function refuseRows(code: string, number: string): string {
  return `auth.refuse_rows('${code}', ${number})`
}

/** What `auth.refuse_rows` said of a number of rows, as PostgREST says it; any other error as it is. */
export function withRowRefusal(error: unknown): unknown {
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

export function notSingle(rows: number): ApiError {
  return new ApiError(
    406,
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    `The result contains ${rows} rows`,
  )
}
