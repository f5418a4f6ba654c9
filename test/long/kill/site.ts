import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Outcome } from './expected-value.ts'

/** The address and public key of the site under test, which stay the same across restarts. */
export interface Site {
  url: string
  key: string
}

/** Counts the writes with and without a response, and collects unexpected refusals. */
export class Tally {
  acknowledged = 0
  inDoubt = 0
  readonly refusals: string[] = []

  count(what: string, outcome: Outcome, response: unknown): Outcome {
    if (outcome === 'done') this.acknowledged += 1
    if (outcome === 'unknown') this.inDoubt += 1
    if (outcome === 'refused') this.refusals.push(`${what}: ${JSON.stringify(response)}`)
    return outcome
  }
}

/** Returns the stock client, which sends the person's current token. */
export function clientOf(site: Site, token: () => string): SupabaseClient {
  return createClient(site.url, site.key, { accessToken: async () => token() })
}

/** Returns the outcome of a request by the stock client, whose status is 0 without a response. */
export function outcomeOf({ status, error }: { status: number; error: unknown }): Outcome {
  if (status === 0 || status >= 500) return 'unknown'
  return error ? 'refused' : 'done'
}

/**
 * Sends a request to the account API without the stock client, which would repeat some requests.
 * Each request has a different address, so that the rate limits of one address do not block the test.
 */
export async function callAccounts<T>(
  site: Site,
  method: string,
  path: string,
  body: object,
  token?: string,
): Promise<{ outcome: Outcome; status: number; body: T }> {
  try {
    const response = await fetch(`${site.url}/auth/v1/${path}`, {
      method,
      headers: {
        apikey: site.key,
        'content-type': 'application/json',
        'x-forwarded-for': someAddress(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    const { status } = response
    // An incomplete response counts as none.
    const parsed = (await response.json()) as T
    return { outcome: status >= 500 ? 'unknown' : status >= 400 ? 'refused' : 'done', status, body: parsed }
  } catch {
    return { outcome: 'unknown', status: 0, body: {} as T }
  }
}

function someAddress(): string {
  return ['10', ...crypto.getRandomValues(new Uint8Array(3))].join('.')
}
