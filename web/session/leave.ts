import { removeEveryPerson } from '../offline/remove-person.ts'

/**
 * Signs out and removes all data about the person from the browser.
 * @param signOut ends the session; it removes it from the browser before it waits for the backend, so that nothing of the
 * person is stored any more.
 */
export async function leave(signOut: () => Promise<void>): Promise<void> {
  const ended = signOut()
  await removeEveryPerson()
  await ended.catch((error) => console.warn(error))
}

/** How often a sign-out began or was cancelled. */
let attempts = 0

/** Begins to sign out. @returns a function that says whether nobody has cancelled it or begun anew. */
export function beginSignOut(): () => boolean {
  const attempt = ++attempts
  return () => attempt === attempts
}

/** Ends an attempt to sign out, as when the person stays on a page with unsaved changes. */
export function cancelSignOut(): void {
  attempts++
}
