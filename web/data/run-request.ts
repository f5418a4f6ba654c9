import { accountErrorMessage } from '../session/account-error-messages.ts'
import { supabase } from './supabase.ts'

export interface Failure {
  /** The backend's own code, where it gave one. */
  code: string | undefined
  /** What happened and what to do. */
  sentence: string
}

type Client = Awaited<ReturnType<typeof supabase>>
type Answer = { data?: unknown; error: unknown }
type Outcome<Data> = { data: Data; failure?: undefined } | { data?: undefined; failure: Failure }

/**
 * Does one call, for the person who is signed in unless by another client. It never throws: what failed is told to a
 * person, whatever it was.
 */
export async function runRequest<Given extends Answer>(
  call: (client: Client) => PromiseLike<Given>,
  connect: () => Promise<Client> = supabase,
): Promise<Outcome<Given['data']>> {
  try {
    const { data, error } = await call(await connect())
    return error ? { failure: failureOf(error) } : { data }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

/**
 * What a failed call says to a person. The backend's sentences about rows are written for people, those about accounts in
 * part; without an answer of its own there is only the network's message, which is not.
 */
export function failureOf(error: unknown): Failure {
  const { name, message, code: given, status, hint } = Object(error) as Record<string, unknown>
  // The client library keeps no code of this one.
  const code = name === 'AuthSessionMissingError' ? 'session_not_found' : given
  if (code === 'PGRST301' || code === 'PGRST303') {
    return { code, sentence: 'Your session has ended. Please sign in again.' }
  }
  if (typeof status === 'number' && status >= 500) {
    return { code: undefined, sentence: 'The server cannot answer just now. Please try again in a moment.' }
  }
  if (typeof code !== 'string' || code === '' || typeof message !== 'string') {
    return {
      code: undefined,
      sentence: 'The server could not be reached. Please check your connection and try again.',
    }
  }
  return {
    code,
    sentence:
      accountErrorMessage(code, message) ?? (typeof hint === 'string' ? `${message} ${hint}` : message),
  }
}
