import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import { cacheRequests } from '../observe/tallies.ts'
import { Kept, type Made } from './cached-response.ts'

/** Some hundred answers with fifty films, or twenty pages drawn with them, in all codings. */
const MOST_BYTES = 8_000_000

/** The channel on which a table is named with every commit that changes it (see the migration `announced_changes`). */
const CHANGES = 'changed_tables'

/** Answers that are the same for everybody, each for as long as no table that it was made from has changed. */
export interface AnswerStore {
  /**
   * The answer under a key: the one there is, or the one being made, or a new one. What is refused is not kept; and where
   * there is no room, only what was asked for before, so that what people type displaces none of what many read.
   * @param tables what it is made from. Each has to announce its changes.
   */
  keep(key: string, tables: readonly string[], make: () => Promise<Made>): Promise<Kept>
  find(key: string): Kept | undefined
  /** Keeps nothing of what it has. */
  clear(): void
  /** Rejects where it cannot hear of changes. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

interface Entry {
  tables: readonly string[]
  kept: Kept
}

interface Making {
  tables: readonly string[]
  kept: Promise<Kept>
}

export function openAnswerStore(db: Pick<Database, 'follow'>): AnswerStore {
  const store = new LRUCache<string, Entry>({ maxSize: MOST_BYTES, sizeCalculation: sizeOf })
  const wasAskedFor = rememberAsked()
  // What is being made is forgotten like what is kept: it may have been read before the change.
  const making = new Map<string, Making>()
  let isHearing = true
  let unfollow = async () => {}

  function clear(): void {
    store.clear()
    making.clear()
  }

  function forget(table: string): void {
    for (const entries of [store, making]) {
      for (const [key, { tables }] of entries.entries()) if (tables.includes(table)) entries.delete(key)
    }
  }

  async function hear(): Promise<void> {
    unfollow = await db.follow(CHANGES, {
      onNotify(table) {
        if (table !== '') return forget(table)
        // Only this says that others are heard again: what it commits itself, a process hears all the same.
        isHearing = true
        clear()
      },
      // Nobody could tell what is still true.
      onLost() {
        isHearing = false
        clear()
      },
    })
  }

  async function make(key: string, tables: readonly string[], work: () => Promise<Made>): Promise<Kept> {
    const own: Making = { tables, kept: work().then((made) => new Kept(key, made)) }
    if (isHearing) making.set(key, own)
    try {
      const kept = await own.kept
      const entry = { tables, kept }
      const hasRoom = store.calculatedSize + sizeOf(entry, key) <= MOST_BYTES
      if (making.get(key) === own && (hasRoom || wasAskedFor(key))) store.set(key, entry)
      return kept
    } finally {
      if (making.get(key) === own) making.delete(key)
    }
  }

  return {
    keep(key, tables, work) {
      const known = store.get(key)?.kept ?? making.get(key)?.kept
      cacheRequests.add('answers', known ? 'hit' : 'miss')
      return known ? Promise.resolve(known) : make(key, tables, work)
    },
    find: (key) => store.get(key)?.kept,
    clear,
    ready: hear(),
    close: () => unfollow(),
  }
}

/** Tells whether a key came before, lately. One number of it is remembered, so it may be mistaken once in a long time. */
function rememberAsked(): (key: string) => boolean {
  const asked = new Uint32Array(4096)
  return (key) => {
    const number = hash('md5', key, 'buffer').readUInt32LE()
    const place = number % asked.length
    const isKnown = asked[place] === number
    asked[place] = number
    return isKnown
  }
}

function sizeOf({ kept }: Entry, key: string): number {
  return kept.size + 2 * key.length
}
