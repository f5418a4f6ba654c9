import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '../../domain/database.types.ts'
import { readConfig } from '../app/config.ts'
import { fetchFromBackend } from './fetch-from-backend.ts'
import { fetchOrAnswer, fetchStored } from './fetch-or-answer.ts'

/** Reads the tables and functions of the backend with the public key. */
function createReader(request: typeof fetch) {
  const { supabaseUrl, supabaseKey } = readConfig()
  return new PostgrestClient<Database>(new URL('rest/v1', supabaseUrl).href, {
    // The query cache retries already.
    retry: false,
    headers: { apikey: supabaseKey, authorization: `Bearer ${supabaseKey}` },
    fetch: request,
  })
}

/** Reads from the backend or, if it does not respond, from what the browser stores. */
export const anonymousReader = () => createReader(fetchOrAnswer)

/** Reads from the backend only. */
export const networkReader = () => createReader(fetchFromBackend)

/** Reads from what the browser stores only. */
export const storedReader = () => createReader(fetchStored)
