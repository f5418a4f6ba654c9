import type { Follower } from './database.ts'

type Listener = (payload: string) => void

/** The listeners, the followers and the reporter of outages of one database. */
export class Subscriptions {
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly followers = new Set<Follower>()
  /** Reports an outage or its end in a sentence. */
  report: (sentence: string) => void = () => {}

  /** The channels that have listeners. */
  channels(): Iterable<string> {
    return this.#listeners.keys()
  }

  /** @returns whether it is the first listener of the channel. */
  add(channel: string, onNotify: Listener): boolean {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(onNotify))
    return listeners.size === 1
  }

  /** @returns whether it was the last listener of the channel. */
  remove(channel: string, onNotify: Listener): boolean {
    const listeners = this.#listeners.get(channel)
    if (!listeners?.delete(onNotify) || listeners.size > 0) return false
    return this.#listeners.delete(channel)
  }

  notify(channel: string, payload: string): void {
    for (const onNotify of this.#listeners.get(channel) ?? []) onNotify(payload)
  }

  /** To be called after an outage: notifications were lost, so every listener gets an empty one. */
  notifyAll(): void {
    for (const channel of this.channels()) this.notify(channel, '')
  }

  /** To be called at the beginning of an outage. */
  lose(): void {
    for (const follower of this.followers) follower.onLost()
  }
}
