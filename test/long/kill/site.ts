import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Outcome } from './expected-value.ts'

/** The site under test as its callers know it: it keeps its address and key from one start to the next. */
export interface Site {
  url: string
  key: string
}

/** How many writes were answered and how many were not, and what was refused although it should not have been. */
export class Tally {
  acknowledged = 0
  inDoubt = 0
  readonly refusals: string[] = []

  count(what: string, outcome: Outcome, answer: unknown): Outcome {
    if (outcome === 'done') this.acknowledged += 1
    if (outcome === 'unknown') this.inDoubt += 1
    if (outcome === 'refused') this.refusals.push(`${what}: ${JSON.stringify(answer)}`)
    return outcome
  }
}

/** The stock client with whatever token its person has just now. */
export function clientOf(site: Site, token: () => string): SupabaseClient {
  return createClient(site.url, site.key, { accessToken: async () => token() })
}

/** Of an answer of the stock client, whose status is 0 where there was none. */
export function outcomeOf({ status, error }: { status: number; error: unknown }): Outcome {
  if (status === 0 || status >= 500) return 'unknown'
  return error ? 'refused' : 'done'
}

/**
 * A request to the accounts past the stock client, which would repeat some by itself.
 * Each comes from an address of its own, so that the limits for one address do not end the test.
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
    // An answer that broke off was none.
    const parsed = (await response.json()) as T
    return { outcome: status >= 500 ? 'unknown' : status >= 400 ? 'refused' : 'done', status, body: parsed }
  } catch {
    return { outcome: 'unknown', status: 0, body: {} as T }
  }
}

function someAddress(): string {
  return ['10', ...crypto.getRandomValues(new Uint8Array(3))].join('.')
}
