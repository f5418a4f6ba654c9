import type { QueryClient } from '@tanstack/react-query'
import { FORMAT_LABELS } from '../../../../domain/film/formats.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { tellRefusal } from '../tell-refused.ts'
import type { TrackedFilm } from './change-mark.ts'
import { isFormat, type Mark, parseChange, tableOf } from './marks.ts'
import { want } from './set-mark.ts'
import { trackingOf } from './tracking.ts'

/** A mark that somebody signs in to make. */
export interface WantedMark {
  film: TrackedFilm
  mark: Mark
}

const KEY = 'wanted-mark'
// As long as a link that confirms an address works.
const LONGEST_MS = 24 * 60 * 60 * 1000

/** Reads one from what may be anything, such as the state of an entry in the browser's history. */
export function parseWanted(value: unknown): WantedMark | undefined {
  const { film, mark } = Object(value) as Record<string, unknown>
  const { id, title } = Object(film) as Record<string, unknown>
  const change = parseChange({ mark, filmId: id, on: true })
  return change && typeof title === 'string'
    ? { mark: change.mark, film: { id: change.filmId, title } }
    : undefined
}

/** Keeps one until a new account's address is confirmed, which happens in another tab. */
export function keepWanted(email: string, { film, mark }: WantedMark): void {
  const kept = { email: email.toLowerCase(), film: { id: film.id, title: film.title }, mark, at: Date.now() }
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {}
}

/** Takes out what was kept for an account, once. */
export function takeKept(email: string): WantedMark | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    const { email: owner, at } = Object(kept) as Record<string, unknown>
    const isOver = Date.now() - Number(at) > LONGEST_MS
    const isOwn = owner === email.toLowerCase()
    if (isOver || isOwn) localStorage.removeItem(KEY)
    return isOwn && !isOver ? parseWanted(kept) : undefined
  } catch {
    return undefined
  }
}

/** Makes the mark that somebody has signed in for, and says so: they pressed the button a page ago. */
export async function makeWanted(
  client: QueryClient,
  userId: string,
  { film, mark }: WantedMark,
): Promise<void> {
  try {
    await want(trackingOf(client, userId), { mark, filmId: film.id, on: true })
    toast({ title: addition(mark), description: film.title })
  } catch (error) {
    console.warn(error)
    tellRefusal(tableOf(mark))
  }
}

function addition(mark: Mark): string {
  if (isFormat(mark)) return `${FORMAT_LABELS[mark]} added to your collection`
  return mark === 'wishlist' ? 'Added to your wishlist' : 'Added to your watched list'
}
