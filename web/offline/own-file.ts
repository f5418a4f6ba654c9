/** The addresses of files whose names have a hash, as an HTML page of the site names them. */
const NAMED_FILES = /"(\/assets\/[^"]+\.(?:js|css))"/g

/**
 * Whether a response is HTML that names files of the site, and no file that is not among the stored ones. A page of a proxy or
 * a portal names none; one of another release, others.
 */
export async function isOwnPage(response: Response, stored: ReadonlySet<string>): Promise<boolean> {
  if (!response.ok || response.redirected || !isHtml(response)) return false
  const named = [...(await response.clone().text()).matchAll(NAMED_FILES)]
  return named.length > 0 && named.every(([, url = '']) => stored.has(url))
}

/** Whether a response may be a file of the site that is no page. A portal answers every request with HTML. */
export function isOwnFile(response: Response): boolean {
  return response.ok && !response.redirected && !isHtml(response)
}

function isHtml({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') ?? false
}
