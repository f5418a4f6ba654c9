import {
  MISSING,
  type Missing,
  RESOLUTIONS,
  RETURNS,
  type Resolution,
  type Returns,
  type WriteRequest,
} from './request.ts'

/** What the header Prefer wishes of a write. Document: docs.postgrest.org "Prefer Header". */
interface WritePreferences extends Pick<WriteRequest, 'returns' | 'maxAffected'> {
  missing: Missing | null
  resolution: Resolution | null
}

export function parseWritePrefer(prefer: string | undefined): WritePreferences {
  const most = /^\d{1,9}$/.exec(preference(prefer, 'max-affected') ?? '')
  return {
    returns: parseReturns(prefer),
    missing: oneOf(MISSING, preference(prefer, 'missing')),
    resolution: oneOf(RESOLUTIONS, preference(prefer, 'resolution')),
    // Only who insists is refused, as documented.
    maxAffected: most && preference(prefer, 'handling') === 'strict' ? Number(most[0]) : null,
  }
}

export function parseReturns(prefer: string | undefined): Returns | null {
  return oneOf(RETURNS, preference(prefer, 'return'))
}

/** Of a preference given twice the first counts. */
function preference(prefer: string | undefined, name: string): string | undefined {
  const given = (prefer ?? '').split(',').map((each) => each.trim())
  return given.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** A value that is not known is no wish. */
function oneOf<T extends string>(known: readonly T[], value: string | undefined): T | null {
  return known.find((each) => each === value) ?? null
}
