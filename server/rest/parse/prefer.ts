import { ApiError } from '../../errors.ts'
import { MISSING, type Missing, RESOLUTIONS, RETURNS, type Resolution, type Returns } from '../request.ts'

/** What the header Prefer wishes. Document: docs.postgrest.org "Prefer Header". */
interface Preferences {
  /** The tables are small enough that each kind of count is exact. */
  count: boolean
  returns: Returns | null
  missing: Missing | null
  resolution: Resolution | null
  /** More rows than this must not be affected; null is no limit. */
  maxAffected: number | null
}

const COUNTS = ['exact', 'planned', 'estimated'] as const
const HANDLINGS = ['strict', 'lenient'] as const
/** A change is always committed. */
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
 * Of a preference given twice the first counts; what is not known is no wish.
 * @throws ApiError 400 PGRST122 where handling=strict comes with a wish that is not known.
 */
export function parsePrefer(prefer: string | undefined): Preferences {
  const given = (prefer ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const wish = <T extends string>(name: string, known: readonly T[]): T | null => {
    const first = given.map((each) => known.find((value) => each === `${name}=${value}`)).find(Boolean)
    return first ?? null
  }
  const isStrict = wish('handling', HANDLINGS) === 'strict'
  if (isStrict) requireKnown(given)
  const most = given.flatMap((each) => MAX_AFFECTED.exec(each)?.[1] ?? [])[0]
  return {
    count: wish('count', COUNTS) !== null,
    returns: wish('return', RETURNS),
    missing: wish('missing', MISSING),
    resolution: wish('resolution', RESOLUTIONS),
    // Only who insists is refused, as documented.
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
