import type { OfflinePerson } from './tables.ts'

/**
 * Returns the person whose stored rows answer a request; undefined if its token is another person's, as in the moment in
 * which somebody else signs in. A request without a person's token is answered for the stored person, because the client
 * library sends none when it cannot refresh it.
 * @param authorization the header of the request.
 */
export function askingPerson(
  authorization: string | undefined,
  person: OfflinePerson | undefined,
): OfflinePerson | undefined {
  const subject = subjectOf(authorization)
  return subject === undefined || subject === person?.profile.id ? person : undefined
}

/** Reads whose token it is. Nothing depends on the signature, because the person's rows are on the device anyway. */
function subjectOf(authorization: string | undefined): string | undefined {
  const [, payload = ''] = /^Bearer [^.]+\.([^.]+)\.[^.]*$/i.exec(authorization ?? '') ?? []
  try {
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: string }
    return sub
  } catch {
    return undefined
  }
}
