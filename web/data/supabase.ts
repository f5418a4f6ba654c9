import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../domain/database.types.ts'
import { readConfig } from '../app/config.ts'
import { backOff } from '../connection/connection.ts'

type Client = SupabaseClient<Database>

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
export const onceClientLoaded: Promise<Client> = connected.promise

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
export function setServerReader(find: () => PublicReader | undefined): void {
  findReader = find
}

// The query cache retries; twice over, a dead server would keep a visitor waiting for 7 seconds more.
const db = { retry: false }

async function createReader(): Promise<PublicReader> {
  const { supabaseUrl, supabaseKey } = readConfig()
  const [{ PostgrestClient }, { fetchWithTimeout }] = await Promise.all([
    import('@supabase/postgrest-js'),
    import('./fetch-with-timeout.ts'),
  ])
  return new PostgrestClient<Database>(new URL('rest/v1', supabaseUrl).href, {
    ...db,
    headers: { apikey: supabaseKey, authorization: `Bearer ${supabaseKey}` },
    fetch: fetchWithTimeout,
  })
}

/** With how it fetches, which no page needs before it. */
function importOwn() {
  return Promise.all([import('@supabase/supabase-js'), import('./fetch-with-timeout.ts')])
}

async function createOwn(): Promise<Client> {
  const { supabaseUrl, supabaseKey } = readConfig()
  const [{ createClient }, { fetchWithTimeout }] = await importOwn()
  const own: Client = createClient<Database>(supabaseUrl, supabaseKey, {
    ...{ db, auth: { detectSessionInUrl: false } },
    global: {
      fetch: async (...request) => recheckSession(own, request[0], await fetchWithTimeout(...request)),
    },
  })
  connected.resolve(own)
  return own
}

/** A client that signs in beside the person who is signed in, and keeps nothing. */
export async function separateSupabase(): Promise<Client> {
  const { supabaseUrl, supabaseKey } = readConfig()
  const [{ createClient }, { fetchWithTimeout }] = await importOwn()
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  return createClient<Database>(supabaseUrl, supabaseKey, {
    auth: { ...auth, storageKey: 'separate' },
    global: { fetch: fetchWithTimeout },
  })
}

/**
 * A session that was ended elsewhere is one the backend refuses. Where it says of the account, too, that the session has
 * ended, the library signs out and tells the page so; to refresh it would leave it until its token expires.
 */
function recheckSession({ auth }: Client, asked: RequestInfo | URL, answer: Response): Response {
  if (answer.status === 401 && String(asked).includes('/rest/v1/')) void auth.getUser()
  return answer
}

const PATIENCE_MS = 30_000

/** Whether the backend answers at all, be it that it refuses. */
export async function isSiteReachable(): Promise<boolean> {
  const { supabaseUrl, supabaseKey } = readConfig()
  const address = new URL('rest/v1/films?select=id&limit=1', supabaseUrl)
  try {
    const answer = await fetch(address, {
      method: 'HEAD',
      headers: { apikey: supabaseKey },
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (answer.status === 503) backOff(Number(answer.headers.get('retry-after')))
    return answer.status < 500
  } catch {
    return false
  }
}
