import { accountErrorMessage } from '../session/account-error-messages.ts'
import { supabase } from './supabase.ts'

export interface Failure {
  /** The backend's code, if it sent one. */
  code: string | undefined
  /** A message for people: what happened and what to do. */
  sentence: string
}

type Client = Awaited<ReturnType<typeof supabase>>
type Result = { data?: unknown; error: unknown }
type Outcome<Data> = { data: Data; failure?: undefined } | { data?: undefined; failure: Failure }

/**
 * Runs one request with a client of the library, by default that of the person who is signed in.
 * @returns its data, or a failure with a message for people; it never throws.
 */
export async function runRequest<Given extends Result>(
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
 * Returns the message for people about a failed request. The messages of /rest/v1 are written for people, and some of
 * /auth/v1; the library's messages about the network are not.
 */
export function failureOf(error: unknown): Failure {
  const { name, message, code: given, status, hint } = Object(error) as Record<string, unknown>
  // The client library gives this error no code.
  const code = name === 'AuthSessionMissingError' ? 'session_not_found' : given
  if (code === 'PGRST301' || code === 'PGRST303') {
    return { code, sentence: 'Your session has ended. Please sign in again.' }
  }
  if (typeof status === 'number' && status >= 500) {
    return { code: undefined, sentence: 'The server cannot respond right now. Please try again in a moment.' }
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
