import type { QueryClient } from '@tanstack/react-query'
import { FORMAT_LABELS } from '../../../../domain/film/formats.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { showRejection } from '../rejection-toasts.ts'
import { isFormat, type Mark, parseChange, type TrackedFilm, tableOf } from './marks.ts'
import { setMark } from './set-mark.ts'
import { trackingOf } from './tracking.ts'

/** A mark that a visitor has asked for and that is set once they are signed in. */
export interface MarkAfterSignIn {
  film: TrackedFilm
  mark: Mark
}

const KEY = 'wanted-mark'
// As long as a link that confirms an address is valid.
const LONGEST_MS = 24 * 60 * 60 * 1000

/** Reads a mark from an unknown value, such as the state of an entry in the browser's history. */
export function parseMarkAfterSignIn(value: unknown): MarkAfterSignIn | undefined {
  const { film, mark } = Object(value) as Record<string, unknown>
  const { id, title } = Object(film) as Record<string, unknown>
  const change = parseChange({ mark, filmId: id, on: true })
  return change && typeof title === 'string'
    ? { mark: change.mark, film: { id: change.filmId, title } }
    : undefined
}

/** Stores the mark until the address of a new account is confirmed, which happens in another tab. */
export function storeMarkAfterSignIn(email: string, { film, mark }: MarkAfterSignIn): void {
  const stored = {
    email: email.toLowerCase(),
    film: { id: film.id, title: film.title },
    mark,
    at: Date.now(),
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(stored))
  } catch {}
}

/** Returns the mark that was stored for an account, and removes it from the storage. */
export function takeMarkAfterSignIn(email: string): MarkAfterSignIn | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    const { email: owner, at } = Object(stored) as Record<string, unknown>
    const isExpired = Date.now() - Number(at) > LONGEST_MS
    const isOwn = owner === email.toLowerCase()
    if (isExpired || isOwn) localStorage.removeItem(KEY)
    return isOwn && !isExpired ? parseMarkAfterSignIn(stored) : undefined
  } catch {
    return undefined
  }
}

/** Sets the mark and reports it in a toast, because the person asked for it on an earlier page. */
export async function setMarkAfterSignIn(
  client: QueryClient,
  userId: string,
  { film, mark }: MarkAfterSignIn,
): Promise<void> {
  try {
    await setMark(trackingOf(client, userId), { mark, filmId: film.id, on: true })
    toast({ title: additionText(mark), description: film.title })
  } catch (error) {
    console.warn(error)
    showRejection(tableOf(mark))
  }
}

function additionText(mark: Mark): string {
  if (isFormat(mark)) return `${FORMAT_LABELS[mark]} added to your collection`
  return mark === 'wishlist' ? 'Added to your wishlist' : 'Added to your watched list'
}
