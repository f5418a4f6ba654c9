import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { TestServer } from '../site/server.ts'

export const PASSWORD = 'as long as it is safe'

/** A server in this or another process. */
export type Reachable = Pick<TestServer, 'url' | 'key'>

/** Returns the stock client with separate storage, as a browser has, and without automatic refreshes. */
export function newBrowser(
  server: Reachable,
  options: { accessToken?: () => Promise<string> } = {},
): SupabaseClient {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  return createClient(server.url, server.key, {
    auth: { storage, autoRefreshToken: false, storageKey: crypto.randomUUID() },
    ...options,
  })
}

export const emailOf = (username: string) => `${username}@example.org`

/** Signs a person up and returns the browser. */
export async function signUp(server: Reachable, username: string): Promise<SupabaseClient> {
  const browser = newBrowser(server)
  const { error } = await browser.auth.signUp({
    email: emailOf(username),
    password: PASSWORD,
    options: { data: { username } },
  })
  if (error) throw error
  return browser
}

/** Signs a person in, in a new browser. */
export async function signIn(
  server: Reachable,
  username: string,
  password = PASSWORD,
): Promise<SupabaseClient> {
  const browser = newBrowser(server)
  const { error } = await browser.auth.signInWithPassword({ email: emailOf(username), password })
  if (error) throw error
  return browser
}

/** Returns a browser's session. */
export async function sessionOf(browser: SupabaseClient) {
  const { data } = await browser.auth.getSession()
  if (!data.session) throw new Error('This browser is signed out.')
  return data.session
}

/** Sends a request to an account endpoint without the stock client. */
export function callAuth(
  server: TestServer,
  method: string,
  path: string,
  { body, token, headers = {} }: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(`${server.url}/auth/v1/${path}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: server.key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}
