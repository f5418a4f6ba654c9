import { checkConnection, isCutOff, recordNoResponse } from '../connection/connection.ts'
import { recordStoredAnswer } from '../connection/stored-answers.ts'
import { fetchFromBackend } from './fetch-from-backend.ts'

/** From this status on, a proxy answers for a server that is away, or a server cannot answer now. */
const UNAVAILABLE = 502

/** A network that takes longer for a read is of no use to a person who waits. */
const PATIENCE_MS = 10_000

/**
 * Fetches from the backend. If it does not respond, or not soon, a read is answered from what the browser stores, if that has
 * the answer. While the backend is known to be out of reach, the stored answer comes first.
 */
export async function fetchOrAnswer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const stored = isCutOff() ? await answerOffline(input, init) : undefined
  if (stored) return stored
  const response = fetchFromBackend(input, init).catch((error: unknown) => ({ error }))
  const result = await Promise.race([response, afterPatience()])
  if (result && !('error' in result) && result.status < UNAVAILABLE) return result
  // The caller may no longer wait for an answer.
  const answer = init?.signal?.aborted ? undefined : await answerOffline(input, init)
  if (answer) return answer
  // The client library repeats it for half a minute, and the person's reads wait for it. They have a stored answer.
  if (isSessionRefresh(input)) recordNoResponse()
  const late = await response
  if ('error' in late) throw late.error
  return late
}

/** Answers reads from what the browser stores and sends nothing. @throws TypeError, as `fetch` does, for what is not stored. */
export async function fetchStored(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await answerOffline(input, init)
  if (answer) return answer
  // A person may have clicked "Try again", which sends no other request.
  checkConnection()
  throw new TypeError('The backend cannot be reached, and the browser does not store the answer.')
}

function isSessionRefresh(input: RequestInfo | URL): boolean {
  return String(input).includes('/auth/v1/token?grant_type=refresh_token')
}

function afterPatience(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
}

async function answerOffline(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response | undefined> {
  try {
    const answer = await (await importAnswers()).answerOffline(input, init)
    if (answer) recordStoredAnswer(answer.dataTime)
    return answer?.response
  } catch (error) {
    // Its code may not have been loaded while there was a network.
    console.warn(error)
    return undefined
  }
}

function importAnswers() {
  return import('../offline/answer-offline.ts')
}
