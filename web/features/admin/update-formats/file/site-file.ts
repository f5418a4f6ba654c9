import { failureOf } from '../../../../data/run-request.ts'
import { Unreadable } from './unreadable.ts'

export const SITE_FILE = 'film-formats.csv'

const PATIENCE_MS = 30_000

/** The file of formats at the root of the site, as it is now. */
export async function fetchSiteFile(): Promise<Blob> {
  const answer = await fetch(`/${SITE_FILE}`, { cache: 'no-cache', signal: AbortSignal.timeout(PATIENCE_MS) })
  if (answer.status === 404) {
    throw new Unreadable(`The site has no file /${SITE_FILE}. Choose another file.`)
  }
  if (!answer.ok) throw new Unreadable(failureOf(answer).sentence)
  return answer.blob()
}
