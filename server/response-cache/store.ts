import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import { cacheRequests } from '../observe/tallies.ts'
import { CachedResponse, type FinishedResponse } from './cached-response.ts'

/** Enough for some hundred responses of fifty films, or twenty rendered pages of fifty films, in all codings. */
const MAX_PAGE_BYTES = 8_000_000

/** The channel that names a table with every commit that changes the table (`private.announce_change`). */
const CHANGES = 'changed_tables'

/** Stores responses that are the same for all anonymous requests, each until a table from which it was made changes. */
export interface ResponseStore {
  /**
   * Returns the response stored under a key, or the one that is being made, or makes one. An error is not stored. When
   * the store is full, a response is stored only if its key was requested before, so that the searches which people
   * type do not evict what many people read.
   * @param tables the tables from which the response is made. Each has to announce its changes.
   */
  getOrMake(
    key: string,
    tables: readonly string[],
    make: () => Promise<FinishedResponse>,
  ): Promise<CachedResponse>
  find(key: string): CachedResponse | undefined
  /** Removes all responses. */
  clear(): void
  /** Rejects if the store cannot listen for changes. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

interface Entry {
  tables: readonly string[]
  response: CachedResponse
}

interface Pending {
  tables: readonly string[]
  response: Promise<CachedResponse>
}

export function openResponseStore(db: Pick<Database, 'follow'>, maxBytes = MAX_PAGE_BYTES): ResponseStore {
  const store = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  const wasRequested = rememberRequests()
  // A change also removes what is being made: it may have been read before the change.
  const pending = new Map<string, Pending>()
  let isListening = true
  let unfollow = async () => {}

  function clear(): void {
    store.clear()
    pending.clear()
  }

  function removeThoseOf(table: string): void {
    for (const entries of [store, pending]) {
      for (const [key, { tables }] of entries.entries()) if (tables.includes(table)) entries.delete(key)
    }
  }

  async function listen(): Promise<void> {
    unfollow = await db.follow(CHANGES, {
      onNotify(table) {
        if (table !== '') return removeThoseOf(table)
        // Only the empty notification proves that those of other processes arrive again: a process receives its own in
        // any case.
        isListening = true
        clear()
      },
      // From here on, changes may be missed.
      onLost() {
        isListening = false
        clear()
      },
    })
  }

  async function make(
    key: string,
    tables: readonly string[],
    work: () => Promise<FinishedResponse>,
  ): Promise<CachedResponse> {
    const own: Pending = { tables, response: work().then((finished) => new CachedResponse(key, finished)) }
    if (isListening) pending.set(key, own)
    try {
      const response = await own.response
      const entry = { tables, response }
      const hasRoom = store.calculatedSize + sizeOf(entry, key) <= maxBytes
      if (pending.get(key) === own && (hasRoom || wasRequested(key))) store.set(key, entry)
      return response
    } finally {
      if (pending.get(key) === own) pending.delete(key)
    }
  }

  return {
    getOrMake(key, tables, work) {
      const known = store.get(key)?.response ?? pending.get(key)?.response
      cacheRequests.add('answers', known ? 'hit' : 'miss')
      return known ? Promise.resolve(known) : make(key, tables, work)
    },
    find: (key) => store.get(key)?.response,
    clear,
    ready: listen(),
    close: () => unfollow(),
  }
}

/**
 * Returns a function that reports whether a key was requested recently, and remembers the key. It stores one 32-bit
 * hash per slot, so it is wrong once in a long time.
 */
function rememberRequests(): (key: string) => boolean {
  const hashes = new Uint32Array(4096)
  return (key) => {
    const keyHash = hash('md5', key, 'buffer').readUInt32LE()
    const index = keyHash % hashes.length
    const isKnown = hashes[index] === keyHash
    hashes[index] = keyHash
    return isKnown
  }
}

function sizeOf({ response }: Entry, key: string): number {
  return response.size + 2 * key.length
}
