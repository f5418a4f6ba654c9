interface Sent {
  pathname: string
  method: string
  headers: Headers
}

const CONTENT_RANGE = /^(\d+-\d+|\*)\/(\d+|\*)$/
const ROWS = /^(application\/(json|vnd\.pgrst\.object\+json)|text\/csv)\b/
const JSON_TYPE = /^application\/json\b/

/** Of these members, the response about an account has at least one. Other responses are any object. */
const ACCOUNT_MEMBERS: Record<string, readonly string[]> = {
  signup: ['access_token', 'id'],
  token: ['access_token'],
  user: ['id'],
  settings: ['mailer_autoconfirm'],
}

/**
 * Returns a response of the backend as it is, and one of a proxy or a portal with the status 502. Otherwise the client library
 * would take an empty 200 or a 404 without a body for a success, and end the session after a proxy's 403.
 * Documents: docs.postgrest.org "Errors", "Insert", "Pagination and Count"; the API of GoTrue.
 */
export async function requireOwn(sent: Sent, response: Response): Promise<Response> {
  if (response.status >= 500) return response
  if (response.status >= 400) return requireOwnError(response)
  if (!response.ok) return foreign(response)
  return sent.pathname.includes('/auth/v1/') ? requireAccount(sent, response) : requireRows(sent, response)
}

/** Every success of PostgREST has a Content-Range. The body is empty after a write that returns nothing. */
function requireRows({ pathname, method, headers }: Sent, response: Response): Response {
  if (!CONTENT_RANGE.test(response.headers.get('content-range') ?? '')) return foreign(response)
  const returnsRows =
    method === 'GET' || pathname.includes('/rpc/') || headers.get('prefer')?.includes('return=representation')
  if (method === 'HEAD' || response.status === 204 || !returnsRows) return response
  if (!response.body || !ROWS.test(contentType(response))) return foreign(response)
  return new Response(requireBytes(response.body), response)
}

/** A body is read by the caller while it arrives, so only its end shows that it is empty. */
function requireBytes(body: ReadableStream<Uint8Array>) {
  let isEmpty = true
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      isEmpty = false
      controller.enqueue(piece)
    },
    flush(controller) {
      if (isEmpty) controller.error(new TypeError('The response has no body.'))
    },
  })
  return body.pipeThrough(watched)
}

/** Every success of GoTrue is a JSON object, except that a sign-out returns 204. */
async function requireAccount({ pathname }: Sent, response: Response): Promise<Response> {
  const endpoint = pathname.slice(pathname.lastIndexOf('/') + 1)
  if (endpoint === 'logout') return response.status === 204 ? response : foreign(response)
  const text = await response.text()
  const body = JSON_TYPE.test(contentType(response)) ? parseObject(text) : undefined
  const members = ACCOUNT_MEMBERS[endpoint]
  const isOwn = body && (!members || members.some((member) => member in body))
  return isOwn ? new Response(text, response) : foreign(response)
}

/** The backend's own errors are JSON with a code. */
async function requireOwnError(response: Response): Promise<Response> {
  const text = await response.text()
  const { code, error_code } = parseObject(text) ?? {}
  // A response to HEAD has no body, so only its type can be checked.
  const isOwn =
    text === ''
      ? JSON_TYPE.test(contentType(response))
      : typeof code === 'string' || typeof error_code === 'string'
  return isOwn ? new Response(text, response) : foreign(response, text)
}

function foreign({ headers }: Response, text: string | null = null): Response {
  return new Response(text, { status: 502, headers })
}

function contentType({ headers }: Response): string {
  return headers.get('content-type') ?? ''
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
