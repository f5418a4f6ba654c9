import { answerRequest } from '../../domain/offline/answer-request.ts'
import type { OfflineData, OfflineRequest } from '../../domain/offline/tables/tables.ts'
import { readConfig } from '../app/config.ts'
import { isCutOff, subscribeToConnection } from '../connection/connection.ts'
import { readStoredMarks } from '../features/tracking/queue/stored-marks.ts'
import { readStoredPerson } from '../session/stored-session.ts'
import { withPendingMarks } from './pending-in-tables.ts'
import {
  CATALOGUE_COLUMNS,
  readStoredCatalogue,
  readStoredTracking,
  type StoredCatalogue,
  type StoredPerson,
} from './stored-data.ts'

interface Stored {
  catalogue: StoredCatalogue
  person: StoredPerson | undefined
}

/** An answer with the time of the data in it, in milliseconds. */
interface Answer {
  response: Response
  dataTime: number
}

/** What the browser stores, as long as the backend is out of reach; otherwise it may change at any time. */
let stored: Promise<Stored | undefined> | undefined
subscribeToConnection(() => {
  if (!isCutOff()) stored = undefined
})

/**
 * Answers a request of the API from what the browser stores, with the changes that wait in the queue.
 * @returns undefined if it is no read, or what it reads is not stored.
 */
export async function answerOffline(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Answer | undefined> {
  const request = await readRequest(input, init)
  if (!request) return undefined
  const found = await openStoredData()
  if (!found) return undefined
  const answer = answerRequest(request, withOwnMarks(found))
  if (!answer) return undefined
  const { status, headers, body } = answer
  return {
    response: new Response(request.method === 'HEAD' ? null : body, { status, headers }),
    dataTime: (found.person ?? found.catalogue).readAt,
  }
}

/** Reads what the browser stores, once as long as the backend is out of reach. */
export async function openStoredData(): Promise<Stored | undefined> {
  stored ??= readStored()
  const found = await stored
  if (!found || !isCutOff()) stored = undefined
  return found
}

async function readStored(): Promise<Stored | undefined> {
  try {
    const [catalogue, person] = await Promise.all([readStoredCatalogue(), readStoredTracking()])
    // A former release may have stored other columns.
    return catalogue?.columns === CATALOGUE_COLUMNS ? { catalogue, person } : undefined
  } catch {
    // The browser permits no storage, or has cleared it.
    return undefined
  }
}

/** The stored data, with the pending marks of the person who is signed in and without the data of anybody else. */
function withOwnMarks({ catalogue, person }: Stored): OfflineData {
  const userId = readStoredPerson(readConfig().supabaseUrl)?.userId
  if (!person || person.profile.id !== userId) return { catalogue }
  return { catalogue, person: withPendingMarks(person, readStoredMarks(userId)) }
}

async function readRequest(
  input: RequestInfo | URL,
  { method = 'GET', headers, body }: RequestInit,
): Promise<OfflineRequest | undefined> {
  const base = new URL('rest/v1/', readConfig().supabaseUrl).href
  const address = input instanceof Request ? input.url : String(input)
  if (!address.startsWith(base) || (body != null && typeof body !== 'string')) return undefined
  return {
    method,
    path: address.slice(base.length),
    headers: Object.fromEntries(new Headers(headers)),
    body: body ?? undefined,
  }
}
