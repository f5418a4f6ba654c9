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
