import type { QueryClient } from '@tanstack/react-query'
import type { Mark } from '../../../../domain/tracking/marks.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { showRejection } from '../rejection-toasts.ts'
import { additionText } from './mark-texts.ts'
import { isDetail, parseChange, type TrackedFilm, tableOf } from './marks.ts'
import { setMark } from './set-mark.ts'
import { trackingOf } from './tracking.ts'

/** A mark that a visitor has asked for and that is set once they are signed in (decision 54). */
export interface RequestedMark {
  film: TrackedFilm
  mark: Mark
}

const KEY = 'requested-mark'
// As long as a link that confirms an address is valid.
const LONGEST_MS = 24 * 60 * 60 * 1000

/** Reads a mark from an unknown value, such as the state of an entry in the browser's history. */
export function parseRequestedMark(value: unknown): RequestedMark | undefined {
  const { film, mark } = Object(value) as Record<string, unknown>
  const { id, title } = Object(film) as Record<string, unknown>
  const change = parseChange({ mark, filmId: id, on: true })
  return change?.filmId !== undefined && !isDetail(change.mark) && typeof title === 'string'
    ? { mark: change.mark, film: { id: change.filmId, title } }
    : undefined
}

/** Stores the mark until the address of a new account is confirmed, which happens in another tab. */
export function storeRequestedMark(email: string, { film, mark }: RequestedMark): void {
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
export function takeRequestedMark(email: string): RequestedMark | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    const { email: owner, at } = Object(stored) as Record<string, unknown>
    const isExpired = Date.now() - Number(at) > LONGEST_MS
    const isOwn = owner === email.toLowerCase()
    if (isExpired || isOwn) localStorage.removeItem(KEY)
    return isOwn && !isExpired ? parseRequestedMark(stored) : undefined
  } catch {
    return undefined
  }
}

/** Sets the mark and shows a toast, because the person asked for the mark on an earlier page. */
export async function setRequestedMark(
  client: QueryClient,
  userId: string,
  { film, mark }: RequestedMark,
): Promise<void> {
  try {
    await setMark(trackingOf(client, userId), { mark, filmId: film.id, on: true })
    toast({ title: additionText(mark), description: film.title })
  } catch (error) {
    console.warn(error)
    showRejection(tableOf(mark))
  }
}
