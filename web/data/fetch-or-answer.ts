import { isCutOff, reportNoResponse } from '../connection/connection.ts'
import { fetchWithTimeout } from './fetch-with-timeout.ts'

/** What a proxy answers for a server that is away, and a server that cannot answer now. */
const UNAVAILABLE = [502, 503, 504]

// The first query needs it soon.
if (isCutOff()) void importAnswers().then(({ openStoredData }) => openStoredData(), console.warn)

/**
 * Fetches from the backend. If it does not respond, a read is answered from what the browser stores, if that has the
 * answer. While the backend is known to be out of reach, the stored answer comes first, because a request may take long to
 * fail.
 */
export async function fetchOrAnswer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const stored = isCutOff() ? await answerOffline(input, init) : undefined
  if (stored) return stored
  const result = await fetchWithTimeout(input, init).catch((error: unknown) => ({ error }))
  if (!('error' in result) && !UNAVAILABLE.includes(result.status)) return result
  // The caller no longer waits for an answer.
  const answer = init?.signal?.aborted ? undefined : await answerOffline(input, init)
  if (answer) {
    reportNoResponse()
    return answer
  }
  if ('error' in result) throw result.error
  return result
}

/** Answers reads from what the browser stores and sends nothing. @throws TypeError, as `fetch` does, for what is not stored. */
export async function fetchStored(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await answerOffline(input, init)
  if (!answer)
    throw new TypeError('The backend cannot be reached, and the browser does not store the answer.')
  return answer
}

async function answerOffline(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response | undefined> {
  try {
    return await (await importAnswers()).answerOffline(input, init)
  } catch (error) {
    // Its code may not have been loaded while there was a network.
    console.warn(error)
    return undefined
  }
}

function importAnswers() {
  return import('../offline/answer-offline.ts')
}
