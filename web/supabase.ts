import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../domain/database.types.ts'
import { PATHS } from '../domain/paths.ts'
import { readConfig } from './config.ts'
import { leaveAlone } from './connection.ts'

type Client = SupabaseClient<Database>

const PATIENCE_MS = 30_000

interface Clients {
  /** Acts for the person who is signed in. */
  own: Client
  /** Acts for nobody: for what everyone may read. Such a read never waits for a session that is being refreshed. */
  anonymous: Client
}

let connecting: Promise<Clients> | undefined
const connected = Promise.withResolvers<Client>()

/** Resolves when the client library has arrived, however often that fails before. */
export const onceConnected: Promise<Client> = connected.promise

/** The client of the person who is signed in. Its library comes as a chunk of its own, so the first view need not wait for it. */
export async function supabase(): Promise<Client> {
  return (await connect()).own
}

/** The client that reads what everyone may, whoever is signed in. */
export async function anonymousSupabase(): Promise<Client> {
  return (await connect()).anonymous
}

function connect(): Promise<Clients> {
  connecting ??= createClients().catch((error) => {
    // A failed download must not stand in the way of "Try again".
    connecting = undefined
    throw error
  })
  return connecting
}

async function createClients(): Promise<Clients> {
  const { supabaseUrl, supabaseKey } = readConfig()
  const { createClient } = await import('@supabase/supabase-js')
  // The query cache retries; twice over, a dead server would keep a visitor waiting for 7 seconds more.
  const db = { retry: false }
  const own: Client = createClient<Database>(supabaseUrl, supabaseKey, {
    ...{ db, auth: { detectSessionInUrl } },
    global: { fetch: async (...request) => recheckSession(own, await fetchPatiently(...request)) },
  })
  connected.resolve(own)
  return {
    own,
    anonymous: createClient<Database>(supabaseUrl, supabaseKey, {
      db,
      global: { fetch: fetchPatiently },
      accessToken: async () => null,
    }),
  }
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

/**
 * A hosted Supabase leads back with the session in the fragment. The page for accounts reads its own, because it must
 * know what the link was for; anywhere else the library does (as it would by itself).
 */
function detectSessionInUrl({ pathname }: URL, params: Record<string, string>): boolean {
  return pathname !== PATHS.auth && Boolean(params.access_token || params.error_description)
}
