import { formatCount } from '../../../../domain/film/format-count.ts'
import type { Connection } from '../../../connection/connection.ts'
import type { SendResult } from '../queue/send-queue.ts'

/**
 * The notice while the site cannot be reached: about changes for a person, about signing in for a visitor.
 * @param dataTime the time of the stored data that the page shows, in milliseconds; undefined if it shows none.
 */
export function offlineText(
  connection: Exclude<Connection, 'online'>,
  isSignedIn: boolean,
  queued: number,
  isOfflineSignIn: boolean,
  dataTime?: number,
): string {
  const [cause, until] =
    connection === 'offline'
      ? ['You are offline.', 'when you are back online']
      : ['The site is not responding.', 'when it responds again']
  if (!isSignedIn && isOfflineSignIn) return `${cause} You can sign up or log in ${until}.`
  const asOf = dataTime === undefined ? undefined : formatTime(new Date(dataTime), new Date())
  if (!isSignedIn && asOf) return `${cause} This is the catalogue as of ${asOf}.`
  if (!isSignedIn) return `${cause} This page stays open; other pages load ${until}.`
  if (queued === 0 && asOf)
    return `${cause} This is your collection as of ${asOf}; your changes are saved in this browser and sent later.`
  if (queued === 0) return `${cause} Your changes are saved in this browser and sent ${until}.`
  const shown = asOf ? `${cause} This is your collection as of ${asOf}.` : cause
  return `${shown} ${changes(queued)} ${isOrAre(queued)} saved in this browser and will be sent ${until}.`
}

/** The time of day; for another day with the date. */
function formatTime(time: Date, now: Date): string {
  const ofDay = `${time.getHours()}:${String(time.getMinutes()).padStart(2, '0')}`
  if (time.toDateString() === now.toDateString()) return ofDay
  return `${time.toLocaleDateString('en', { day: 'numeric', month: 'long' })}, ${ofDay}`
}

/** The notice after the queue was sent; undefined if it was empty. */
export function sentText({ sent, changed, gone, rejected }: SendResult): string | undefined {
  const sentences = [
    sent > 0 && `${changes(sent)} sent.`,
    changed > 0 && `${changes(changed)} not sent: changed elsewhere since.`,
    gone > 0 && `${changes(gone)} not sent: the film is no longer in the catalogue.`,
  ].filter((sentence) => sentence !== false)
  if (sentences.length === 0) return undefined
  return rejected.length > 0 ? sentences.join(' ') : `You are back online. ${sentences.join(' ')}`
}

/** The notice about marks that stay queued after the person has signed out or the session has ended. */
export function signedOutText(queued: number): string {
  const [changes, them] =
    queued === 1 ? ['1 unsent change is', 'it'] : [`${formatCount(queued)} unsent changes are`, 'them']
  return `You are signed out. ${changes} saved in this browser. Sign in again to send ${them}.`
}

function changes(count: number): string {
  return count === 1 ? '1 change' : `${formatCount(count)} changes`
}

function isOrAre(count: number): string {
  return count === 1 ? 'is' : 'are'
}
