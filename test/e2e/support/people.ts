import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../domain/database.types.ts'
import { sessionKey } from '../../../web/session/stored-session.ts'
import { PASSWORD } from './accounts.ts'

/** Somebody with an account, and the stock client that acts for them. */
export interface Person {
  /** The site where the account is. */
  url: string
  /** The public key of its backend. */
  key: string
  username: string
  session: Session
  client: SupabaseClient<Database>
}

/** Makes an account as a program would: the page for it has journeys of its own. */
export async function signUp(url: string, name: string): Promise<Person> {
  const config: { supabaseUrl: string; supabaseKey: string } = await fetch(`${url}/config.json`).then(
    (answer) => answer.json(),
  )
  const client = createClient<Database>(url, config.supabaseKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // As many as a run needs, though no household may sign up so many.
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
  if (!data.session) throw new Error('The sign-up brought no session.')
  return { url, username, key: config.supabaseKey, session: data.session, client }
}

/** The same person on another device, with a session of its own. */
export async function signInElsewhere({ url, username, key }: Person): Promise<Person> {
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
 * Gives a browser the session that signing in would leave there.
 * @param origin of the pages, where they are not the backend's.
 */
export function signInAs(
  context: BrowserContext,
  { session, url }: Person,
  origin: string = url,
): Promise<void> {
  const localStorage = [{ name: sessionKey(url), value: JSON.stringify(session) }]
  return context.setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
}
