import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../domain/database.types.ts'
import { PATHS } from '../domain/paths.ts'
import { readConfig } from './config.ts'
import { leaveAlone } from './connection.ts'

type Client = SupabaseClient<Database>

const PATIENCE_MS = 30_000

/**
 * Acts for nobody: for what everyone may read. Such a read never waits for a session that is being refreshed. It is the
 * part of the client library that reads tables, a tenth of it.
 */
export type PublicReader = Pick<Client, 'from' | 'rpc'>

let connecting: Promise<Client> | undefined
let reading: Promise<PublicReader> | undefined
let findReader: () => PublicReader | undefined = () => undefined
const connected = Promise.withResolvers<Client>()

/** Resolves when the client library has arrived, however often that fails before. */
export const onceConnected: Promise<Client> = connected.promise

/** The client of the person who is signed in. Its library comes as a chunk of its own, so the first view need not wait for it. */
export function supabase(): Promise<Client> {
  connecting ??= createOwn().catch((error) => {
    // A failed download must not stand in the way of "Try again".
    connecting = undefined
    throw error
  })
  return connecting
}

/** The client that reads what everyone may, whoever is signed in. */
export function anonymousSupabase(): Promise<PublicReader> {
  const given = findReader()
  if (given) return Promise.resolve(given)
  reading ??= createReader().catch((error) => {
    reading = undefined
    throw error
  })
  return reading
}

/** On the server each page is read for by a client that is handed in. */
export function readThrough(find: () => PublicReader | undefined): void {
  findReader = find
}

// The query cache retries; twice over, a dead server would keep a visitor waiting for 7 seconds more.
const db = { retry: false }

async function createReader(): Promise<PublicReader> {
  const { supabaseUrl, supabaseKey } = readConfig()
  const { PostgrestClient } = await import('@supabase/postgrest-js')
  return new PostgrestClient<Database>(new URL('rest/v1', supabaseUrl).href, {
    ...db,
    headers: { apikey: supabaseKey, authorization: `Bearer ${supabaseKey}` },
    fetch: fetchPatiently,
  })
}

async function createOwn(): Promise<Client> {
  const { supabaseUrl, supabaseKey } = readConfig()
  const { createClient } = await import('@supabase/supabase-js')
  const own: Client = createClient<Database>(supabaseUrl, supabaseKey, {
    ...{ db, auth: { detectSessionInUrl } },
    global: { fetch: async (...request) => recheckSession(own, await fetchPatiently(...request)) },
  })
  connected.resolve(own)
  return own
}

/**
 * A session that was ended elsewhere is one the backend refuses. Where it says of the account, too, that the session has
 * ended, the library signs out and tells the page so; to refresh it would leave it until its token expires.
 */
function recheckSession({ auth }: Client, answer: Response): Response {
  if (answer.status === 401 && answer.url.includes('/rest/v1/')) void auth.getUser()
  return answer
}

/** Gives up what stays without an answer, which a browser would do after minutes; and hears when to come back. */
async function fetchPatiently(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const silence = new AbortController()
  const timer = setTimeout(
    () => silence.abort(new DOMException('No answer came.', 'TimeoutError')),
    PATIENCE_MS,
  )
  try {
    const signals = [silence.signal, init?.signal].filter((signal) => signal != null)
    const answer = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
    if (answer.status === 503) leaveAlone(Number(answer.headers.get('retry-after')))
    return answer
  } finally {
    clearTimeout(timer)
  }
}

/** Whether the backend answers at all, be it that it refuses. */
export async function siteAnswers(): Promise<boolean> {
  const { supabaseUrl, supabaseKey } = readConfig()
  const address = new URL('rest/v1/films?select=id&limit=1', supabaseUrl)
  try {
    const answer = await fetchPatiently(address, {
      method: 'HEAD',
      headers: { apikey: supabaseKey },
      cache: 'no-store',
    })
    return answer.status < 500
  } catch {
    return false
  }
}

/** Whether the address brings a session that the library is to take over. */
export function isSessionInUrl(): boolean {
  const params = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  return detectSessionInUrl(new URL(location.href), params)
}

/**
 * A hosted Supabase leads back with the session in the fragment. The page for accounts reads its own, because it must
 * know what the link was for; anywhere else the library does (as it would by itself).
 */
function detectSessionInUrl({ pathname }: URL, params: Record<string, string>): boolean {
  return pathname !== PATHS.auth && Boolean(params.access_token || params.error_description)
}
