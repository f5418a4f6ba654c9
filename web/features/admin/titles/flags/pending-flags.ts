import type { QueryClient } from '@tanstack/react-query'
import { type Flag, FORMATS } from '../../../../../domain/film/formats.ts'
import type { AdminFilm } from '../../titles-query.ts'

/** A change of a flag that the server has not confirmed yet. */
export interface PendingFlag {
  flag: Flag
  on: boolean
}

export interface FilmFlags {
  /** The film as the server last confirmed it to a write. */
  confirmed: AdminFilm | undefined
  /** In the order of the clicks. */
  pending: readonly PendingFlag[]
}

/** The pending flags of films, and the films as the server returned them to writes. */
export class PendingFlags {
  readonly #states = new Map<number, FilmFlags>()
  readonly #listeners = new Set<() => void>()

  get(filmId: number): FilmFlags | undefined {
    return this.#states.get(filmId)
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  begin(filmId: number, flag: PendingFlag): void {
    const { confirmed, pending = [] } = this.get(filmId) ?? {}
    this.#set(filmId, { confirmed, pending: [...pending, flag] })
  }

  /** Drops a pending flag and stores the film that the server returned, if it did, in one update. */
  end(filmId: number, flag: PendingFlag, returned?: AdminFilm): void {
    const { confirmed, pending = [] } = this.get(filmId) ?? {}
    this.#set(filmId, {
      confirmed: returned ?? confirmed,
      pending: pending.filter((other) => other !== flag),
    })
  }

  /** Whether a later click changes the same flag of the film. */
  isSuperseded(filmId: number, change: PendingFlag): boolean {
    const pending = this.get(filmId)?.pending ?? []
    return pending.slice(pending.indexOf(change) + 1).some(({ flag }) => flag === change.flag)
  }

  #set(filmId: number, state: FilmFlags): void {
    this.#states.set(filmId, state)
    for (const listener of this.#listeners) listener()
  }
}

const ofCaches = new WeakMap<QueryClient, PendingFlags>()

/** The pending flags of a query cache: the same object on every visit to the page. */
export function pendingFlagsOf(cache: QueryClient): PendingFlags {
  const flags = ofCaches.get(cache) ?? new PendingFlags()
  ofCaches.set(cache, flags)
  return flags
}

/** The film to show: the newer of the read and the confirmed version, with its pending flags. */
export function withPendingFlags(read: AdminFilm, state: FilmFlags | undefined): AdminFilm {
  if (!state) return read
  const { confirmed, pending } = state
  const latest = confirmed && confirmed.revision > read.revision ? confirmed : read
  return pending.reduce(withFlag, latest)
}

function withFlag(film: AdminFilm, { flag, on }: PendingFlag): AdminFilm {
  const changed = { ...film, [flag]: on }
  // The database also does this, in the same write.
  for (const format of FORMATS) if (!changed[format]) changed[`${format}_oop`] = false
  return changed
}
