import { type MarkChange, markKey, parseChange } from '../marks/marks.ts'

/** A mark that the server has not confirmed, as the browser keeps it. */
export interface UnsentMark extends MarkChange {
  /** When it was made, in milliseconds by the browser's clock; no two of a person's are alike. */
  at: number
  /** Whether sending it has failed; else it is on its way. */
  waiting: boolean
}

// An entry a mark, so that tabs that write at the same moment do not lose each other's.
const PREFIX = 'unsent-mark'
// Far more than anybody ticks in a shop, far less than a browser keeps.
const MOST = 1000
// For older ones the server does not know any more what was changed since.
const LONGEST_MS = 90 * 24 * 60 * 60 * 1000

/** A person's unsent marks in the order they were made. What is too old, too many or not readable is left out. */
export function readUnsent(userId: string): UnsentMark[] {
  const marks = storedEntries()
    .filter(([key]) => key.startsWith(`${PREFIX} ${userId} `))
    .map(([key, value]) => parseUnsent(key, value)?.mark)
    .filter((mark) => mark !== undefined)
  return marks.toSorted((a, b) => a.at - b.at).slice(0, MOST)
}

/** Keeps a mark over the closing of the page; answers whether the browser could. */
export function keepUnsent(userId: string, mark: UnsentMark): boolean {
  const { on, at, waiting } = mark
  try {
    const key = storageKey(userId, mark)
    if (localStorage.getItem(key) === null && readUnsent(userId).length >= MOST) return false
    localStorage.setItem(key, JSON.stringify({ on, at, waiting }))
    return true
  } catch {
    return false
  }
}

/** Forgets a mark, unless another tab has made a newer one of it. */
export function dropUnsent(userId: string, mark: UnsentMark): void {
  try {
    const key = storageKey(userId, mark)
    const stored = parseUnsent(key, localStorage.getItem(key))
    if (stored === undefined || stored.mark.at === mark.at) localStorage.removeItem(key)
  } catch {}
}

/** Forgets all of a person's, such as of one whose account is gone. */
export function forgetUnsent(userId: string): void {
  forget((key) => key.startsWith(`${PREFIX} ${userId} `))
}

/** Forgets what is too old to be taken, whoever made it and may never come back. */
export function forgetOldUnsent(): void {
  forget((key, value) => {
    const { at } = parseUnsent(key, value)?.mark ?? {}
    return at !== undefined && Date.now() - at > LONGEST_MS
  })
}

/** Hears what other tabs keep and drop of a person's marks, until the returned function is called. */
export function listenToUnsent(
  userId: string,
  onChange: (key: string, mark: UnsentMark | undefined) => void,
): () => void {
  function hear({ key, newValue, oldValue }: StorageEvent) {
    const changed = key === null ? undefined : parseUnsent(key, newValue ?? oldValue)
    if (changed?.userId === userId)
      onChange(markKey(changed.mark), newValue === null ? undefined : changed.mark)
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

/** Reads an entry of the storage, where anything may stand; undefined when it is no unsent mark. */
export function parseUnsent(
  key: string,
  value: string | null,
): { userId: string; mark: UnsentMark } | undefined {
  const [prefix, userId, mark, film, ...rest] = key.split(' ')
  if (prefix !== PREFIX || !userId || !film || rest.length > 0 || !/^[1-9]\d{0,8}$/.test(film))
    return undefined
  const stored = parseObject(value)
  const change = parseChange({ mark, filmId: Number(film), on: stored?.on })
  const { at, waiting } = stored ?? {}
  if (!change || !Number.isSafeInteger(at) || (at as number) < 0) return undefined
  return { userId, mark: { ...change, at: at as number, waiting: waiting !== false } }
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

function forget(isOver: (key: string, value: string) => boolean): void {
  for (const [key, value] of storedEntries()) {
    if (!key.startsWith(`${PREFIX} `) || !isOver(key, value)) continue
    try {
      localStorage.removeItem(key)
    } catch {}
  }
}
