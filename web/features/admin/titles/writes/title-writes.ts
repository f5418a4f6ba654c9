import type { QueryClient } from '@tanstack/react-query'
import { type Flag, FORMATS } from '../../../../../domain/film/formats.ts'
import type { Title } from '../../titles-query.ts'

/** What an admin wants of a flag and the server has not confirmed yet. */
export interface FlagWish {
  flag: Flag
  on: boolean
}

export interface TitleState {
  /** The film as the server last confirmed it to a write. */
  confirmed: Title | undefined
  /** In the order in which they were asked for. */
  wishes: readonly FlagWish[]
}

/** What is known of films beyond the list that was read: wishes on their way, and what came of them. */
export class TitleWrites {
  readonly #states = new Map<number, TitleState>()
  readonly #listeners = new Set<() => void>()

  get(filmId: number): TitleState | undefined {
    return this.#states.get(filmId)
  }

  /** Shaped for `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  begin(filmId: number, wish: FlagWish): void {
    const { confirmed, wishes = [] } = this.get(filmId) ?? {}
    this.#set(filmId, { confirmed, wishes: [...wishes, wish] })
  }

  /** Takes a wish back; what the server has made of it, if it answered, is shown in the same moment. */
  end(filmId: number, wish: FlagWish, answer?: Title): void {
    const { confirmed, wishes = [] } = this.get(filmId) ?? {}
    this.#set(filmId, {
      confirmed: answer ?? confirmed,
      wishes: wishes.filter((other) => other !== wish),
    })
  }

  /** Whether the same flag was asked for once more since. */
  isOvertaken(filmId: number, wish: FlagWish): boolean {
    const wishes = this.get(filmId)?.wishes ?? []
    return wishes.slice(wishes.indexOf(wish) + 1).some(({ flag }) => flag === wish.flag)
  }

  #set(filmId: number, state: TitleState): void {
    this.#states.set(filmId, state)
    for (const listener of this.#listeners) listener()
  }
}

const ofCaches = new WeakMap<QueryClient, TitleWrites>()

/** The same on every visit to the page. */
export function titleWritesOf(cache: QueryClient): TitleWrites {
  const writes = ofCaches.get(cache) ?? new TitleWrites()
  ofCaches.set(cache, writes)
  return writes
}

/** A film as its admin sees it: a list that was read before the latest write takes nothing back. */
export function titleAsWanted(read: Title, state: TitleState | undefined): Title {
  if (!state) return read
  const { confirmed, wishes } = state
  const latest = confirmed && confirmed.revision > read.revision ? confirmed : read
  return wishes.reduce(withFlag, latest)
}

function withFlag(title: Title, { flag, on }: FlagWish): Title {
  const changed = { ...title, [flag]: on }
  // The database does so, too, in the same write.
  for (const format of FORMATS) if (!changed[format]) changed[`${format}_oop`] = false
  return changed
}
