import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../domain/database.types.ts'
import { sessionKey } from '../../../web/session/stored-session.ts'
import { PASSWORD } from './account-ui.ts'

/** A person with an account, and the stock client signed in as them. */
export interface Person {
  /** The address of the site that has the account. */
  url: string
  /** The public API key of the site. */
  key: string
  username: string
  session: Session
  client: SupabaseClient<Database>
}

/** Creates an account through the API. */
export async function signUp(url: string, name: string): Promise<Person> {
  const config: { supabaseUrl: string; supabaseKey: string } = await fetch(`${url}/config.json`).then(
    (response) => response.json(),
  )
  const client = createClient<Database>(url, config.supabaseKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // A random client address, because sign-ups are limited per address.
    global: {
      headers: { 'x-forwarded-for': `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1` },
    },
  })
  const username = `${name}-${randomUUID().slice(0, 8)}`
  const { data, error } = await client.auth.signUp({
    email: `${username}@example.org`,
    password: PASSWORD,
    options: { data: { username } },
  })
  if (error) throw error
  if (!data.session) throw new Error('The sign-up returned no session.')
  return { url, username, key: config.supabaseKey, session: data.session, client }
}

/** Signs the same person in a second time, as on another device. */
export async function signInOnAnotherDevice({ url, username, key }: Person): Promise<Person> {
  const client = createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await client.auth.signInWithPassword({
    email: `${username}@example.org`,
    password: PASSWORD,
  })
  if (error) throw error
  return { url, username, key, session: data.session, client }
}

/**
 * Stores the session in the browser as signing in does.
 * @param origin the origin of the pages, if it is not the backend's.
 */
export function signInAs(
  context: BrowserContext,
  { session, url }: Person,
  origin: string = url,
): Promise<void> {
  const localStorage = [{ name: sessionKey(url), value: JSON.stringify(session) }]
  return context.setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
}
