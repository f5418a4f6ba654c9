import { backOff } from '../connection/connection.ts'
import { fetchWithTimeout } from './fetch-with-timeout.ts'
import { requireOwn } from './own-response.ts'

/**
 * Fetches from the backend, with the time limit of `fetchWithTimeout`. It follows the Retry-After of a 503.
 * @returns the response; its status is 502 if it does not come from the backend.
 * @throws TypeError also for a redirect, because the backend sends none.
 */
export async function fetchFromBackend(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchWithTimeout(input, { ...init, redirect: 'error' })
  if (response.status === 503) backOff(Number(response.headers.get('retry-after')))
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  return requireOwn(
    { pathname, method: init?.method ?? 'GET', headers: new Headers(init?.headers) },
    response,
  )
}
