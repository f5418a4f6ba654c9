/** Parse: the header Prefer → preferences. */

import { ApiError } from '../api-error.ts'
import { MISSING, type Missing, RESOLUTIONS, RETURNS, type Resolution, type Returns } from '../request.ts'

/** Document: docs.postgrest.org "Prefer Header". */
interface Preferences {
  /** Every kind of count is exact, as the tables are small. */
  count: boolean
  returns: Returns | null
  missing: Missing | null
  resolution: Resolution | null
  /** The most rows that may be affected; null is no limit. */
  maxAffected: number | null
}

const COUNTS = ['exact', 'planned', 'estimated'] as const
const HANDLINGS = ['strict', 'lenient'] as const
/** A write is always committed. */
const ENDS = ['commit'] as const

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  count: COUNTS,
  return: RETURNS,
  missing: MISSING,
  resolution: RESOLUTIONS,
  handling: HANDLINGS,
  tx: ENDS,
}

const MAX_AFFECTED = /^max-affected=(\d{1,9})$/

/**
 * If a preference is given twice, the first is used. Unknown preferences are ignored.
 * @throws ApiError 400 PGRST122 for handling=strict with an unknown preference.
 */
export function parsePrefer(prefer: string | undefined): Preferences {
  const given = (prefer ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const preference = <T extends string>(name: string, known: readonly T[]): T | null => {
    const first = given.map((each) => known.find((value) => each === `${name}=${value}`)).find(Boolean)
    return first ?? null
  }
  const isStrict = preference('handling', HANDLINGS) === 'strict'
  if (isStrict) requireKnown(given)
  const most = given.flatMap((each) => MAX_AFFECTED.exec(each)?.[1] ?? [])[0]
  return {
    count: preference('count', COUNTS) !== null,
    returns: preference('return', RETURNS),
    missing: preference('missing', MISSING),
    resolution: preference('resolution', RESOLUTIONS),
    // As documented, the limit applies only with handling=strict.
    maxAffected: isStrict && most !== undefined ? Number(most) : null,
  }
}

function requireKnown(given: readonly string[]): void {
  const unknown = given.filter((each) => {
    const [name = '', value = ''] = each.split('=', 2)
    return !MAX_AFFECTED.test(each) && !(Object.hasOwn(KNOWN, name) && KNOWN[name]?.includes(value))
  })
  if (unknown.length === 0) return
  throw new ApiError(
    400,
    'PGRST122',
    'Invalid preferences given with handling=strict',
    `Invalid preferences: ${unknown.join(', ')}`,
  )
}
