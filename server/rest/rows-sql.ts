import { ApiError } from '../errors.ts'
import type { Media } from './request.ts'

/** How many rows a write may touch; beyond that it must not have happened. */
export type AllowedRows = 'exactly one' | { most: number } | null

export function allowedRows({
  media,
  maxAffected,
}: {
  media: Media
  maxAffected?: number | null
}): AllowedRows {
  if (media === 'object') return 'exactly one'
  return maxAffected == null ? null : { most: maxAffected }
}

export const ROWS = 'count(*)::int'

const NOT_ONE = 'PGRST116'
const TOO_MANY = 'PGRST124'

/**
 * The number of rows, or a refusal: a text that is no number makes the statement fail, and with it what it has written.
 * The rows are known only once all is done, and asking before committing would cost a round trip more.
 */
export function rowsWithin(allowed: AllowedRows): string {
  if (allowed === null) return ROWS
  return allowed === 'exactly one' ? numberOr('= 1', NOT_ONE) : numberOr(`<= ${allowed.most}`, TOO_MANY)
}

function numberOr(condition: string, code: string): string {
  return `case when count(*) ${condition} then ${ROWS} else ('${code}:' || count(*))::int end`
}

const REFUSAL = new RegExp(`"(${NOT_ONE}|${TOO_MANY}):(\\d+)"$`)

/** What the database said of a number of rows, as PostgREST says it; any other error as it is. */
export function withRowRefusal(error: unknown): unknown {
  const [, code, rows] = (error instanceof Error && REFUSAL.exec(error.message)) || []
  if (code === NOT_ONE) return notSingle(Number(rows))
  if (code !== TOO_MANY) return error
  return new ApiError(
    400,
    TOO_MANY,
    'Query result exceeds max-affected preference constraint',
    `The query affects ${rows} rows`,
  )
}

export function notSingle(rows: number): ApiError {
  return new ApiError(
    406,
    NOT_ONE,
    'Cannot coerce the result to a single JSON object',
    `The result contains ${rows} rows`,
  )
}
