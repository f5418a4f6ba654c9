import { backOff } from '../connection/connection.ts'

const TIMEOUT_MS = 30_000

/** A `Response` with one of these must be made with a null body (fetch.spec.whatwg.org, "null body status"). */
const WITHOUT_BODY = [204, 205, 304]

/**
 * Fetches from the backend. It aborts after 30 seconds without data, before the headers or within the body; a browser
 * waits for minutes. It follows the Retry-After of a 503.
 * @returns the response; its status is 502 if it is a 4xx that does not come from the backend, such as a proxy's page.
 */
export async function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const timeout = new AbortController()
  const abort = () => timeout.abort(new DOMException('The server did not respond in time.', 'TimeoutError'))
  let timer = setTimeout(abort, TIMEOUT_MS)
  const stop = () => clearTimeout(timer)
  const restart = () => {
    stop()
    timer = setTimeout(abort, TIMEOUT_MS)
  }
  const signals = [timeout.signal, init?.signal].filter((signal) => signal != null)
  const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) }).catch((error) => {
    stop()
    throw error
  })
  if (response.status === 503) backOff(Number(response.headers.get('retry-after')))
  const body = WITHOUT_BODY.includes(response.status) ? null : response.body
  if (body) restart()
  else stop()
  const watched = body ? new Response(watchBody(body, restart, stop), response) : response
  return response.status >= 400 && response.status < 500 ? replaceForeignError(watched) : watched
}

function watchBody(body: ReadableStream<Uint8Array>, onPiece: () => void, onEnd: () => void) {
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      onPiece()
      controller.enqueue(piece)
    },
    flush: onEnd,
  })
  return body.pipeThrough(watched)
}

/**
 * Gives an error that does not come from the backend the status 502: the client library treats a proxy's 404 without a
 * body as a success, and ends the session after a proxy's 403. The backend's own errors are JSON with a code.
 */
async function replaceForeignError(response: Response): Promise<Response> {
  const text = await response.text()
  const { status, statusText, headers } = response
  // A response to HEAD has no body, so only its type can be checked.
  const isOwn = text === '' ? isJson(headers) : isBackendError(text)
  return new Response(text, isOwn ? { status, statusText, headers } : { status: 502, headers })
}

function isJson(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false
}

function isBackendError(text: string): boolean {
  try {
    const { code, error_code } = Object(JSON.parse(text)) as Record<string, unknown>
    return typeof code === 'string' || typeof error_code === 'string'
  } catch {
    return false
  }
}
