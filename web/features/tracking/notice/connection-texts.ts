import { formatCount } from '../../../../domain/film/format-count.ts'
import type { Connection } from '../../../connection/connection.ts'
import type { Delivery } from '../queue/flush-queue.ts'

/** While the site is out of reach; who is signed in hears what becomes of ticks, who wanted to be when that can be. */
export function awayText(
  connection: Exclude<Connection, 'online'>,
  signedIn: boolean,
  waiting: number,
  missedSignIn: boolean,
): string {
  const [what, until] =
    connection === 'offline'
      ? ['You are offline.', 'when you are back']
      : ['The site does not answer just now.', 'when it is back']
  if (!signedIn && missedSignIn) return `${what} You can sign up or log in ${until}.`
  if (!signedIn) return `${what} What is on the page stays; the rest comes ${until}.`
  if (waiting === 0) return `${what} What you tick is kept, and sent ${until}.`
  return `${what} ${changes(waiting)} ${isOrAre(waiting)} kept, and sent ${until}.`
}

/** When it is back; nothing if there was nothing to send. */
export function deliveryText({ sent, changed, gone, refused }: Delivery): string | undefined {
  const sentences = [
    sent > 0 && `${changes(sent)} sent.`,
    changed > 0 && `${changes(changed)} left out: changed elsewhere since.`,
    gone > 0 && `${changes(gone)} left out: no longer in the catalogue.`,
  ].filter((sentence) => sentence !== false)
  if (sentences.length === 0) return undefined
  return refused.length > 0 ? sentences.join(' ') : `You are back online. ${sentences.join(' ')}`
}

/** After signing out, or when the session turns out to have ended meanwhile. */
export function keptText(kept: number): string {
  return `You are signed out. ${changes(kept)} not sent yet ${isOrAre(kept)} kept in this browser until you sign in again.`
}

function changes(count: number): string {
  return count === 1 ? '1 change' : `${formatCount(count)} changes`
}

function isOrAre(count: number): string {
  return count === 1 ? 'is' : 'are'
}
