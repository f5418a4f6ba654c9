import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../domain/database.types.ts'
import { readConfig } from '../app/config.ts'
import { isCutOff } from '../connection/connection.ts'

type Client = SupabaseClient<Database>

/**
 * Reads without a session what all may read, so it never waits for a session that is being refreshed. It is the table reader
 * of the client library, a tenth of its size.
 */
export type AnonymousReader = Pick<Client, 'from' | 'rpc'>

let connecting: Promise<Client> | undefined
let reading: Promise<AnonymousReader> | undefined
let findReader: () => AnonymousReader | undefined = () => undefined
const connected = Promise.withResolvers<Client>()

/** Resolves when the client library has loaded; a failed load does not reject it. */
export const onceClientLoaded: Promise<Client> = connected.promise

/** Returns the client of the person who is signed in. It loads its library, which the first view does not need. */
export function supabase(): Promise<Client> {
  connecting ??= createOwn().catch((error) => {
    // The next call tries to load it again.
    connecting = undefined
    throw error
  })
  return connecting
}

/** Returns the client for anonymous requests: it reads what all may read, also while a person is signed in. */
export function anonymousSupabase(): Promise<AnonymousReader> {
  const given = findReader()
  if (given) return Promise.resolve(given)
  reading ??= import('./reader.ts').then(
    ({ anonymousReader }) => anonymousReader(),
    (error) => {
      reading = undefined
      throw error
    },
  )
  return reading
}

/**
 * Returns a reader with the session of the person who is signed in. While the backend is out of reach, it reads what the
 * browser stores, because the client library would wait for a session that cannot be refreshed.
 */
export async function ownSupabase(): Promise<AnonymousReader> {
  if (!isCutOff()) return supabase()
  return (await import('./reader.ts')).storedReader()
}

/** Sets where the server finds the reader of the page that it renders. */
export function setServerReader(find: () => AnonymousReader | undefined): void {
  findReader = find
}

// The query cache retries already. Retries of the library, too, would delay the error by 7 seconds.
const db = { retry: false }

function importClient() {
  return Promise.all([import('@supabase/supabase-js'), import('./fetch-or-answer.ts')])
}

async function createOwn(): Promise<Client> {
  const { supabaseUrl, supabaseKey } = readConfig()
  const [{ createClient }, { fetchOrAnswer }] = await importClient()
  const own: Client = createClient<Database>(supabaseUrl, supabaseKey, {
    db,
    auth: { detectSessionInUrl: false },
    global: {
      fetch: async (...request) => recheckSession(own, request[0], await fetchOrAnswer(...request)),
    },
  })
  connected.resolve(own)
  return own
}

/** Returns a client with a separate session, which is not stored. The person's session stays as it is. */
export async function separateSupabase(): Promise<Client> {
  const { supabaseUrl, supabaseKey } = readConfig()
  const [{ createClient }, { fetchOrAnswer }] = await importClient()
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  return createClient<Database>(supabaseUrl, supabaseKey, {
    auth: { ...auth, storageKey: 'separate' },
    global: { fetch: fetchOrAnswer },
  })
}

/**
 * Reads the account after a 401 of /rest/v1, because the session may have been ended elsewhere. If it has, the library
 * signs out and informs the page, instead of only when the access token expires.
 */
function recheckSession({ auth }: Client, input: RequestInfo | URL, response: Response): Response {
  if (response.status === 401 && String(input).includes('/rest/v1/')) void auth.getUser()
  return response
}

const TIMEOUT_MS = 30_000

/** Whether the backend responds, even if it rejects the request. A portal's or proxy's page is no response. */
export async function isSiteReachable(): Promise<boolean> {
  const { supabaseUrl, supabaseKey } = readConfig()
  const address = new URL('rest/v1/films?select=id&limit=1', supabaseUrl)
  try {
    const { fetchFromBackend } = await import('./fetch-from-backend.ts')
    const response = await fetchFromBackend(address, {
      method: 'HEAD',
      headers: { apikey: supabaseKey },
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return response.status < 500
  } catch {
    return false
  }
}
