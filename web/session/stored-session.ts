import { isUsername, normaliseUsername } from '../../domain/usernames.ts'

/** Who a session is about, as far as the session itself says. */
export interface Person {
  userId: string
  email: string
  /** The name chosen at sign-up, which may have been changed since. */
  usernameHint: string | undefined
}

/** Where the client library keeps the session with a backend. */
export function sessionKey(supabaseUrl: string): string {
  return `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`
}

/**
 * The person whose session the browser holds, read without the client library, so that the first view is already
 * theirs; the library then confirms or corrects it. Nobody when nothing is stored, nothing may be read, or it is no
 * session; the last is thrown away, because the library would stumble over it.
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

/** Hears that another tab has signed in or out, until the returned function is called. */
export function listenToStoredSession(supabaseUrl: string, onChange: () => void): () => void {
  const key = sessionKey(supabaseUrl)
  const hear = (event: StorageEvent) => event.key === key && onChange()
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

/** Takes the session out of the browser, and answers its access token, with which the backend can end it, too. */
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

/** The person in the text of a stored session; undefined when the text is none. */
export function parseStoredPerson(text: string | null): Person | undefined {
  const session = parseJson(text)
  if (!isText(field(session, 'access_token')) || !isText(field(session, 'refresh_token'))) return undefined
  return personOf(field(session, 'user'))
}

/** The person in a session's `user`; undefined when it names none. */
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
