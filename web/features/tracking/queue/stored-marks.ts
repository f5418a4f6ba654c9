import { type MarkChange, markKey, parseChange, readSubject } from '../marks/marks.ts'
import type { PendingMark } from '../marks/pending-marks.ts'

/** A pending mark as it is stored in the browser, whether it is queued or its request is under way. */
export type StoredMark = MarkChange & PendingMark

// Each mark has an entry of its own, so that tabs that write at the same moment do not overwrite each other's marks.
const PREFIX = 'pending-mark'
// Enough for every format, wish and watched film of the catalogue, and about a quarter of what a browser can store.
const MAX_STORED = 6000
// For older marks the server no longer knows what has been changed since (supabase/migrations/…_recorded_changes.sql).
const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000

/** Returns a person's stored marks, oldest first. Unreadable entries and those beyond the limit are left out. */
export function readStoredMarks(userId: string): StoredMark[] {
  const marks = storedEntries()
    .filter(([key]) => key.startsWith(`${PREFIX} ${userId} `))
    .map(([key, value]) => parseStoredMark(key, value)?.mark)
    .filter((mark) => mark !== undefined)
  return marks.toSorted((a, b) => a.at - b.at).slice(0, MAX_STORED)
}

/** Stores marks, so that they outlive the page. @returns for each whether the browser could store it. */
export function storeMarks(userId: string, marks: readonly StoredMark[]): boolean[] {
  // Counted only for marks that are new.
  let stored: number | undefined
  return marks.map((mark) => {
    const { on, row, at, queued } = mark
    try {
      const key = storageKey(userId, mark)
      if (localStorage.getItem(key) === null) {
        stored ??= readStoredMarks(userId).length
        if (stored >= MAX_STORED) return false
        stored++
      }
      localStorage.setItem(key, JSON.stringify({ on, row, at, queued }))
      return true
    } catch {
      return false
    }
  })
}

/** Removes a mark, unless another tab has stored a newer value of it. */
export function removeStoredMark(userId: string, mark: StoredMark): void {
  try {
    const key = storageKey(userId, mark)
    const stored = parseStoredMark(key, localStorage.getItem(key))
    if (stored === undefined || stored.mark.at === mark.at) localStorage.removeItem(key)
  } catch {}
}

/** Removes the marks of the people whose id the condition holds for. */
export function removeStoredMarksOf(isRemoved: (userId: string) => boolean): void {
  removeWhere((key) => isRemoved(key.split(' ')[1] ?? ''))
}

/** Removes the marks that the server would no longer accept, of all accounts that were used in this browser. */
export function removeOldMarks(): void {
  removeWhere((key, value) => {
    const { at } = parseStoredMark(key, value)?.mark ?? {}
    return at !== undefined && Date.now() - at > MAX_AGE_MS
  })
}

/**
 * Calls `onChange` when another tab stores a mark of this person, or with undefined when it removes one, until the
 * returned function is called.
 */
export function listenToStoredMarks(
  userId: string,
  onChange: (key: string, mark: StoredMark | undefined) => void,
): () => void {
  function receive({ key, newValue, oldValue }: StorageEvent) {
    const changed = key === null ? undefined : parseStoredMark(key, newValue ?? oldValue)
    if (changed?.userId === userId)
      onChange(markKey(changed.mark), newValue === null ? undefined : changed.mark)
  }
  addEventListener('storage', receive)
  return () => removeEventListener('storage', receive)
}

/** Parses an entry of the storage; returns undefined if it is not a valid mark. */
export function parseStoredMark(
  key: string,
  value: string | null,
): { userId: string; mark: StoredMark } | undefined {
  const [prefix, userId, mark, subject, id, ...rest] = key.split(' ')
  if (prefix !== PREFIX || !userId || !subject || rest.length > 0 || !/^(set-)?[1-9]\d{0,8}$/.test(subject))
    return undefined
  const stored = parseObject(value)
  const change = parseChange({ mark, ...readSubject(subject), id, on: stored?.on, row: stored?.row })
  const { at, queued } = stored ?? {}
  if (!change || change.id !== id || !Number.isSafeInteger(at) || (at as number) < 0) return undefined
  return { userId, mark: { ...change, at: at as number, queued: queued !== false } }
}

function storageKey(userId: string, mark: MarkChange): string {
  return `${PREFIX} ${userId} ${markKey(mark)}`
}

function parseObject(text: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function storedEntries(): [string, string][] {
  try {
    return Object.entries(localStorage)
  } catch {
    return []
  }
}

function removeWhere(matches: (key: string, value: string) => boolean): void {
  for (const [key, value] of storedEntries()) {
    if (!key.startsWith(`${PREFIX} `) || !matches(key, value)) continue
    try {
      localStorage.removeItem(key)
    } catch {}
  }
}
