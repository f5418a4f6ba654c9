import { backOff } from '../connection/connection.ts'

const PATIENCE_MS = 30_000

/** A `Response` of these may have no body, though a browser may state an empty one. Document: fetch.spec.whatwg.org, "null body status". */
const WITHOUT_BODY = [204, 205, 304]

/**
 * Fetches from the backend. It gives up an answer that stays silent, before its headers or in the middle of its body,
 * which a browser would do after minutes; and it hears when to come back.
 * @returns the answer; 502 in place of a refusal that is not the backend's own, such as a proxy's page.
 */
export async function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const silence = new AbortController()
  const giveUp = () => silence.abort(new DOMException('No answer came.', 'TimeoutError'))
  let timer = setTimeout(giveUp, PATIENCE_MS)
  const stop = () => clearTimeout(timer)
  const goOn = () => {
    stop()
    timer = setTimeout(giveUp, PATIENCE_MS)
  }
  const signals = [silence.signal, init?.signal].filter((signal) => signal != null)
  const answer = await fetch(input, { ...init, signal: AbortSignal.any(signals) }).catch((error) => {
    stop()
    throw error
  })
  if (answer.status === 503) backOff(Number(answer.headers.get('retry-after')))
  const body = WITHOUT_BODY.includes(answer.status) ? null : answer.body
  if (body) goOn()
  else stop()
  const whole = body ? new Response(watch(body, goOn, stop), answer) : answer
  return answer.status >= 400 && answer.status < 500 ? ownOrGateway(whole) : whole
}

function watch(body: ReadableStream<Uint8Array>, onPiece: () => void, onEnd: () => void) {
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
 * The client library takes a proxy's 404 without a body for a success, and ends the session after its 403. The
 * backend's own refusals are JSON with a code.
 */
async function ownOrGateway(answer: Response): Promise<Response> {
  const text = await answer.text()
  const { status, statusText, headers } = answer
  // An answer to HEAD has no body to tell it by.
  const isOwn = text === '' ? isJson(headers) : isRefusal(text)
  return new Response(text, isOwn ? { status, statusText, headers } : { status: 502, headers })
}

function isJson(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false
}

function isRefusal(text: string): boolean {
  try {
    const { code, error_code } = Object(JSON.parse(text)) as Record<string, unknown>
    return typeof code === 'string' || typeof error_code === 'string'
  } catch {
    return false
  }
}
