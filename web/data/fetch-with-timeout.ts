const TIMEOUT_MS = 30_000

/** A `Response` with one of these must be made with a null body (fetch.spec.whatwg.org, "null body status"). */
const WITHOUT_BODY = [204, 205, 304]

/**
 * Fetches. It aborts after 30 seconds without data, before the headers or within the body; a browser waits for minutes.
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
  const body = WITHOUT_BODY.includes(response.status) ? null : response.body
  if (body) restart()
  else stop()
  return body ? new Response(watchBody(body, restart, stop), response) : response
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
