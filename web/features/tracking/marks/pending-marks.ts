/** A request got no usable response: it is unknown whether the server applied it, and it may be sent again. */
export class RetryableError extends Error {}

/** A value of a mark that the server has not confirmed yet. */
export interface PendingMark {
  on: boolean
  /** When it was made, in milliseconds. Later marks have later times, even if the clock is set back. */
  at: number
  /** Whether it waits for a connection; otherwise its request is under way. */
  queued: boolean
}

/** Stores pending marks so that they outlive the page. */
export interface PendingMarkStore {
  /** @returns whether the mark could be stored. */
  put: (key: string, mark: PendingMark) => boolean
  remove: (key: string, mark: PendingMark) => void
}

const NO_STORE: PendingMarkStore = { put: () => false, remove: () => {} }

/**
 * The marks of a person that the server has not confirmed yet, by `markKey`. Each key has at most one request under
 * way. If the value changes while the request runs, the new value is sent next. A burst of clicks therefore ends with
 * the last value, in the browser and on the server, however slow the responses are. If a request gets no response, its
 * mark is queued until the queue is flushed.
 */
export class PendingMarks {
  readonly #marks = new Map<string, PendingMark>()
  readonly #storedKeys = new Set<string>()
  readonly #busy = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #store: PendingMarkStore
  #lastTime = 0
  #queuedCount = 0

  constructor(store: PendingMarkStore = NO_STORE) {
    this.#store = store
  }

  /** The pending value of a mark, or undefined if the server has confirmed the last one. */
  get(key: string): boolean | undefined {
    return this.#marks.get(key)?.on
  }

  isQueued(key: string): boolean {
    return this.#marks.get(key)?.queued ?? false
  }

  readonly countQueued = (): number => this.#queuedCount

  /** The queued marks, oldest first. */
  queued(): (PendingMark & { key: string })[] {
    return [...this.#marks]
      .filter(([key, mark]) => mark.queued && !this.#busy.has(key))
      .map(([key, mark]) => ({ key, ...mark }))
      .toSorted((a, b) => a.at - b.at)
  }

  /** Shaped for `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Sets a mark and sends it.
   * @param send writes the value and updates the confirmed marks before it resolves; it may be called again.
   * @returns the last value that was sent or queued; undefined if an earlier call for the same key is still under way
   * and sends this value, too.
   * @throws the error of the last `send`, except a RetryableError; the mark is no longer pending then.
   */
  async set(key: string, on: boolean, send: (on: boolean) => Promise<void>): Promise<boolean | undefined> {
    this.#change(key, { on, at: this.#nextTime(), queued: false })
    if (this.#busy.has(key)) return undefined
    this.#busy.add(key)
    try {
      const settled = await this.#sendUntilSettled(key, on, send)
      this.#busy.delete(key)
      this.#change(key, undefined)
      return settled
    } catch (error) {
      this.#busy.delete(key)
      const mark = this.#marks.get(key)
      if (error instanceof RetryableError && mark) {
        this.#change(key, { ...mark, queued: true })
        return mark.on
      }
      this.#change(key, undefined)
      throw error
    }
  }

  /** Queues a mark without sending it. If a request for its key is under way, that call sends the value. */
  enqueue(key: string, on: boolean): void {
    this.#change(key, { on, at: this.#nextTime(), queued: !this.#busy.has(key) })
  }

  /** Removes a queued mark after it was processed, unless the person has changed it since. */
  settle(key: string, at: number): void {
    if (this.#marks.get(key)?.at === at) this.#change(key, undefined)
  }

  /** Applies a change that another tab has made to the store: a mark, or undefined if the mark was removed. */
  applyStored(key: string, mark: PendingMark | undefined): void {
    const own = this.#marks.get(key)
    if (mark && own && (own.at > mark.at || (own.at === mark.at && own.queued === mark.queued))) return
    // A mark that could not be stored was not removed from the store; and a request under way removes its own mark.
    if (!mark && (!this.#storedKeys.has(key) || this.#busy.has(key))) return
    if (mark) this.#storedKeys.add(key)
    else this.#storedKeys.delete(key)
    this.#lastTime = Math.max(this.#lastTime, mark?.at ?? 0)
    this.#show(key, mark)
  }

  /** Applies the whole content of the store. A mark that is no longer in it was sent by another tab. */
  applyAllStored(marks: ReadonlyMap<string, PendingMark>): void {
    for (const key of [...this.#storedKeys]) if (!marks.has(key)) this.applyStored(key, undefined)
    for (const [key, mark] of marks) this.applyStored(key, mark)
  }

  async #sendUntilSettled(key: string, on: boolean, send: (on: boolean) => Promise<void>): Promise<boolean> {
    try {
      await send(on)
    } catch (error) {
      if (error instanceof RetryableError || this.get(key) === on) throw error
    }
    const latest = this.get(key)
    // Also after a failure: the server may have applied the earlier value, so the latest one is sent in any case.
    return latest === undefined || latest === on ? on : this.#sendUntilSettled(key, latest, send)
  }

  #nextTime(): number {
    this.#lastTime = Math.max(Date.now(), this.#lastTime + 1)
    return this.#lastTime
  }

  #change(key: string, mark: PendingMark | undefined): void {
    const previous = this.#marks.get(key)
    if (mark) {
      if (this.#store.put(key, mark)) this.#storedKeys.add(key)
    } else if (previous) {
      this.#storedKeys.delete(key)
      this.#store.remove(key, previous)
    }
    this.#show(key, mark)
  }

  #show(key: string, mark: PendingMark | undefined): void {
    const previous = this.#marks.get(key)
    if (previous === mark) return
    if (mark) this.#marks.set(key, mark)
    else this.#marks.delete(key)
    this.#queuedCount += Number(mark?.queued ?? false) - Number(previous?.queued ?? false)
    if (previous?.on === mark?.on && previous?.queued === mark?.queued) return
    for (const listener of this.#listeners) listener()
  }
}
