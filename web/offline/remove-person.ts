import { readConfig } from '../app/config.ts'
import { removeStoredMarksOf } from '../features/tracking/queue/stored-marks.ts'
import { readStoredPerson } from '../session/stored-session.ts'
import { readStoredTracking, removeStoredTracking } from './stored-data.ts'

/** The entries of the browser's storage that may tell what a person did. */
const LOCAL_KEYS = ['requested-mark']
const SESSION_KEYS = ['picked-films']

/** Removes all data about the people who used this browser. Afterwards nothing shows who they were or what they track. */
export async function removeEveryPerson(): Promise<void> {
  removeStoredMarksOf(() => true)
  removeEntries(() => localStorage, LOCAL_KEYS)
  removeEntries(() => sessionStorage, SESSION_KEYS)
  await removeTracking()
}

/**
 * Removes what is stored of everybody but the person who is signed in. After a session has ended without signing out, its
 * unsent marks stay until this person or another one signs in.
 */
export async function removeOtherPeople(): Promise<void> {
  // What the browser stores, because a page that was frozen may show a person who has left since.
  const userId = readStoredPerson(readConfig().supabaseUrl)?.userId
  if (userId !== undefined) removeStoredMarksOf((owner) => owner !== userId)
  const stored = await readStoredTracking().catch(() => undefined)
  if (!stored || stored.profile.id === userId) return
  removeEntries(() => sessionStorage, SESSION_KEYS)
  await removeTracking()
}

async function removeTracking(): Promise<void> {
  try {
    await removeStoredTracking()
  } catch (error) {
    // A browser without storage has stored nothing.
    console.warn(error)
  }
}

function removeEntries(storage: () => Storage, keys: readonly string[]): void {
  try {
    for (const key of keys) storage().removeItem(key)
  } catch {}
}
