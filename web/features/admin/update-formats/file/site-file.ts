import { Unreadable } from '../../../../../domain/files/unreadable.ts'
import { failureOf } from '../../../../data/run-request.ts'

export const SITE_FILE = 'film-formats.csv'

const TIMEOUT_MS = 30_000

/** Fetches the current formats file from the root of the site. */
export async function fetchSiteFile(): Promise<Blob> {
  const response = await fetch(`/${SITE_FILE}`, {
    cache: 'no-cache',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (response.status === 404) {
    throw new Unreadable(`The site has no file /${SITE_FILE}. Choose another file.`)
  }
  if (!response.ok) throw new Unreadable(failureOf(response).sentence)
  return response.blob()
}
