import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../domain/database.types.ts'
import { readConfig } from './config.ts'

let client: Promise<SupabaseClient<Database>> | undefined

/** The one client of the page. Its library comes as a chunk of its own, so the first view need not wait for it. */
export function supabase(): Promise<SupabaseClient<Database>> {
  client ??= connect().catch((error) => {
    // A failed download must not stand in the way of "Try again".
    client = undefined
    throw error
  })
  return client
}

async function connect() {
  const { supabaseUrl, supabaseKey } = readConfig()
  const { createClient } = await import('@supabase/supabase-js')
  return createClient<Database>(supabaseUrl, supabaseKey, {
    // The query cache retries; twice over, a dead server would keep a visitor waiting for 7 seconds more.
    db: { retry: false },
  })
}
