import { isUsername, normaliseUsername } from '../../domain/usernames.ts'

/** The person of a session, as the stored session describes them. */
export interface Person {
  userId: string
  email: string
  /** The name chosen at sign-up, which may have been changed since. */
  usernameHint: string | undefined
}

/** The key in localStorage under which the client library stores the session with a backend. */
export function sessionKey(supabaseUrl: string): string {
  return `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`
}

/**
 * Returns the person of the stored session, without the client library, so that the first view is already the person's.
 * The library confirms or corrects it later. Returns undefined if nothing is stored, storage cannot be read or the
 * value is not a session; such a value is removed, because the library would fail on it.
 */
export function readStoredPerson(supabaseUrl: string): Person | undefined {
  try {
    const key = sessionKey(supabaseUrl)
    const person = parseStoredPerson(localStorage.getItem(key))
    if (!person) localStorage.removeItem(key)
    return person
  } catch {
    return undefined
  }
}

/**
 * Calls `onChange` when another tab signs in or out.
 * @returns a function that stops listening.
 */
export function listenToStoredSession(supabaseUrl: string, onChange: () => void): () => void {
  const key = sessionKey(supabaseUrl)
  const onStorage = (event: StorageEvent) => event.key === key && onChange()
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

/** Removes the stored session. Returns its access token, with which the session can be ended on the backend, too. */
export function removeStoredSession(supabaseUrl: string): string | undefined {
  try {
    const key = sessionKey(supabaseUrl)
    const token = field(parseJson(localStorage.getItem(key)), 'access_token')
    localStorage.removeItem(key)
    return isText(token) ? token : undefined
  } catch {
    return undefined
  }
}

/** Returns the person of a stored session; undefined if the text is not a session. */
export function parseStoredPerson(text: string | null): Person | undefined {
  const session = parseJson(text)
  if (!isText(field(session, 'access_token')) || !isText(field(session, 'refresh_token'))) return undefined
  return personOf(field(session, 'user'))
}

/** Returns the person in a session's `user`; undefined if it has no id. */
export function personOf(user: unknown): Person | undefined {
  const userId = field(user, 'id')
  const email = field(user, 'email')
  const name = field(field(user, 'user_metadata'), 'username')
  if (!isText(userId)) return undefined
  return {
    userId,
    email: isText(email) ? email : '',
    usernameHint: isText(name) && isUsername(name) ? normaliseUsername(name) : undefined,
  }
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
