import { Unreadable } from '../../../../../domain/files/unreadable.ts'
import { fetchWithTimeout } from '../../../../data/fetch-with-timeout.ts'
import { failureOf } from '../../../../data/run-request.ts'

export const SITE_FILE = 'film-formats.csv'

/** Fetches the current formats file from the root of the site. */
export async function fetchSiteFile(): Promise<Blob> {
  const response = await fetchWithTimeout(`/${SITE_FILE}`, { cache: 'no-cache' })
  if (response.status === 404) {
    throw new Unreadable(`The site has no file /${SITE_FILE}. Choose another file.`)
  }
  // A portal or a proxy answers with HTML.
  const isHtml = response.headers.get('content-type')?.startsWith('text/html')
  if (!response.ok || isHtml) throw new Unreadable(failureOf(response).sentence)
  return response.blob()
}
