import {
  type DetailRow,
  impliedMark,
  isDetail,
  type MarkName,
  markKey,
  readMarkKey,
  type Subject,
  subjectKey,
} from './marks.ts'

/** A request got no usable response: it is unknown whether the server applied it, and it may be sent again. */
export class RetryableError extends Error {}

/** Whether a mark is set, and the contents that are set with it. */
export interface MarkValue {
  on: boolean
  row?: DetailRow | undefined
}

/** A value of a mark that the server has not confirmed yet. */
export interface PendingMark extends MarkValue {
  /** When it was made, in milliseconds. Later marks have later times, even if the clock is set back. */
  at: number
  /** Whether it waits for a connection; otherwise its request is under way. */
  queued: boolean
}

/** A pending mark as it is sent, with its `markKey`. */
export type SentMark = PendingMark & { key: string }

/** Stores pending marks so that they outlive the page. */
export interface PendingMarkStore {
  /** @returns for each mark whether it could be stored. */
  put: (marks: readonly KeyedMark[]) => boolean[]
  remove: (key: string, mark: PendingMark) => void
}

type KeyedMark = readonly [key: string, mark: PendingMark]

const NO_STORE: PendingMarkStore = { put: (marks) => marks.map(() => false), remove: () => {} }

/**
 * The marks of a person that the server has not confirmed yet, by `markKey`. Each key has at most one request under
 * way. If the value changes while the request runs, the new value is sent next. A burst of clicks therefore ends with
 * the last value, in the browser and on the server, however slow the responses are. If a request gets no response, its
 * mark is queued until the queue is sent.
 */
export class PendingMarks {
  readonly #marks = new Map<string, PendingMark>()
  /** The pending copies and viewings that set a mark, by its `markKey`. */
  readonly #details = new Map<string, Set<string>>()
  readonly #storedKeys = new Set<string>()
  /** The requests under way: of one mark, or of several together. */
  readonly #busy = new Map<string, 'alone' | 'together'>()
  /** Calls that wait for the end of such a request. */
  readonly #waiting = new Map<string, (mark: PendingMark | undefined) => void>()
  readonly #listeners = new Set<() => void>()
  readonly #store: PendingMarkStore
  #lastTime = 0
  #isQuiet = false
  #hasChanged = false
  #queuedCount = 0
  #changeCount = 0

  constructor(store: PendingMarkStore = NO_STORE) {
    this.#store = store
  }

  /** The pending value of a mark, also of one that a later copy or viewing sets; undefined if none is pending. */
  get(key: string): boolean | undefined {
    const own = this.#marks.get(key)
    const isImplied = [...(this.#details.get(key) ?? [])].some(
      (detail) => (this.#marks.get(detail)?.at ?? 0) > (own?.at ?? 0),
    )
    return isImplied || own?.on
  }

  /** The pending contents of a mark, or undefined if it is set without any or the server has confirmed them. */
  contents(key: string): DetailRow | undefined {
    return this.#marks.get(key)?.row
  }

  /** The pending marks of a film or a set, oldest first. */
  ofSubject(subject: Subject): SentMark[] {
    const own = subjectKey(subject)
    return this.#filter((name) => subjectKey(name) === own)
  }

  /** The pending wishes, oldest first. */
  wishes(): SentMark[] {
    return this.#filter(({ mark }) => mark === 'wishlist')
  }

  #filter(isWanted: (name: MarkName) => boolean): SentMark[] {
    return [...this.#marks]
      .filter(([key]) => isWanted(readMarkKey(key)))
      .map(([key, mark]) => ({ key, ...mark }))
      .toSorted((a, b) => a.at - b.at)
  }

  isQueued(key: string): boolean {
    return this.#marks.get(key)?.queued ?? false
  }

  /** How often the listeners were called, for `useSyncExternalStore`. */
  readonly countChanges = (): number => this.#changeCount

  readonly countQueued = (): number => this.#queuedCount

  /** How many marks the server has not confirmed, queued or under way. */
  countPending(): number {
    return this.#marks.size
  }

  /** The queued marks, oldest first. */
  queued(): SentMark[] {
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
   * @returns the last value, which was sent or queued; undefined if an earlier call for the same key is still under way
   * and sends this value, too. A call during `setTogether` waits for its end and sends the value itself.
   * @throws the error of the last `send`, except a RetryableError; the mark is no longer pending then.
   */
  async set(key: string, on: boolean, send: (on: boolean) => Promise<void>): Promise<boolean | undefined> {
    this.#change(key, { on, at: this.#nextTime(), queued: false })
    let value = on
    if (this.#busy.has(key)) {
      const mark = await this.#endOfGroup(key)
      if (!mark || mark.row) return undefined
      if (mark.queued) return mark.on
      value = mark.on
    }
    this.#busy.set(key, 'alone')
    try {
      const last = await this.#sendUntilSettled(key, value, send)
      this.#finish(key)
      return last
    } catch (error) {
      const mark = this.#marks.get(key)
      if (error instanceof RetryableError && mark) {
        this.#change(key, { ...mark, queued: true })
        this.#free(key)
        return mark.on
      }
      this.#finish(key)
      throw error
    }
  }

  /**
   * Sets marks and sends them together. A mark whose request is under way is not sent with them, because the call that
   * made the request sends the new value. That call sends no contents, so a mark with contents waits for its end.
   * @param send writes the marks and updates the confirmed ones before it resolves.
   * @returns the marks that were changed while they were sent, with their latest values, which are not sent yet; but none
   * that a call of `set` sends. Marks without a response are queued.
   * @throws the error of `send`, except a RetryableError; the marks are no longer pending then.
   */
  async setTogether(
    values: ReadonlyMap<string, MarkValue>,
    send: (marks: SentMark[]) => Promise<void>,
  ): Promise<ReadonlyMap<string, MarkValue>> {
    const marks = [...values].map(
      ([key, value]) => [key, { ...value, at: this.#nextTime(), queued: false }] as const,
    )
    this.#put(marks)
    const held = marks.filter(([key, { row }]) => row && this.#busy.get(key) === 'alone')
    if (held.length > 0) await Promise.all(held.map(([key]) => this.#wait(key)))
    const sent = marks.filter(([key, mark]) => !this.#busy.has(key) && this.#marks.get(key) === mark)
    const keys = sent.map(([key]) => key)
    for (const key of keys) this.#busy.set(key, 'together')
    try {
      await send(sent.map(([key, mark]) => ({ key, ...mark })))
      this.settle(sent.map(([key, { at }]) => ({ key, at })))
      return this.#release(keys)
    } catch (error) {
      const latest = keys.flatMap((key) => {
        const mark = this.#marks.get(key)
        return mark ? [[key, mark] as const] : []
      })
      const isQueued = error instanceof RetryableError
      if (isQueued) this.#put(latest.map(([key, mark]) => [key, { ...mark, queued: true }]))
      else this.settle(latest.map(([key, { at }]) => ({ key, at })))
      this.#release(keys)
      if (isQueued) return new Map()
      throw error
    }
  }

  /** Queues marks without sending them. If a request for a key is under way, that call sends the value. */
  enqueue(values: ReadonlyMap<string, MarkValue>): void {
    this.#put(
      [...values].map(([key, value]) => [
        key,
        { ...value, at: this.#nextTime(), queued: !this.#busy.has(key) },
      ]),
    )
  }

  /** Removes marks after they were processed, except those that the person has changed since. */
  settle(processed: readonly { key: string; at: number }[]): void {
    this.#together(() => {
      for (const { key, at } of processed) if (this.#marks.get(key)?.at === at) this.#change(key, undefined)
    })
  }

  /** Applies a change that another tab has made to the store: a mark, or undefined if the mark was removed. */
  applyStored(key: string, mark: PendingMark | undefined): void {
    const own = this.#marks.get(key)
    if (mark && own && (own.at > mark.at || (own.at === mark.at && own.queued === mark.queued))) return
    // A mark that was not in the store cannot have left it, and a request under way removes its own mark.
    if (!mark && (!this.#storedKeys.has(key) || this.#busy.has(key))) return
    if (mark) this.#storedKeys.add(key)
    else this.#storedKeys.delete(key)
    this.#lastTime = Math.max(this.#lastTime, mark?.at ?? 0)
    this.#show(key, mark)
  }

  /** Applies the whole content of the store. A mark that is no longer in it was sent by another tab. */
  applyAllStored(marks: ReadonlyMap<string, PendingMark>): void {
    this.#together(() => {
      for (const key of [...this.#storedKeys]) if (!marks.has(key)) this.applyStored(key, undefined)
      for (const [key, mark] of marks) this.applyStored(key, mark)
    })
  }

  async #sendUntilSettled(key: string, on: boolean, send: (on: boolean) => Promise<void>): Promise<boolean> {
    try {
      await send(on)
    } catch (error) {
      if (error instanceof RetryableError || this.#marks.get(key)?.on === on) throw error
    }
    const latest = this.#marks.get(key)
    // Also after a failure: the server may have applied the earlier value, so the latest one is sent in any case.
    return !latest || latest.row || latest.on === on ? on : this.#sendUntilSettled(key, latest.on, send)
  }

  /**
   * Waits for the end of the request that sends a mark together with others, and returns the mark if it is still pending;
   * undefined at once if another call sends or awaits it.
   */
  async #endOfGroup(key: string): Promise<PendingMark | undefined> {
    if (this.#busy.get(key) === 'alone' || this.#waiting.has(key)) return undefined
    return this.#wait(key)
  }

  #wait(key: string): Promise<PendingMark | undefined> {
    // An earlier call that waits ends, because its value was replaced.
    this.#waiting.get(key)?.(undefined)
    return new Promise((resolve) => this.#waiting.set(key, resolve))
  }

  /** Ends a request for one mark. Contents that were set meanwhile are sent by the call that waits, or queued. */
  #finish(key: string): void {
    const mark = this.#marks.get(key)
    if (!mark?.row) this.#change(key, undefined)
    else if (!this.#waiting.has(key)) this.#change(key, { ...mark, queued: true })
    this.#free(key)
  }

  #free(key: string): void {
    this.#busy.delete(key)
    const goOn = this.#waiting.get(key)
    this.#waiting.delete(key)
    goOn?.(this.#marks.get(key))
  }

  /** Ends a request for several marks, and returns those that are still pending and that no waiting call sends. */
  #release(keys: readonly string[]): ReadonlyMap<string, MarkValue> {
    const left = new Map<string, MarkValue>()
    for (const key of keys) {
      const mark = this.#marks.get(key)
      // A call of `set` sends no contents.
      const isTaken = this.#waiting.has(key) && !mark?.row && !mark?.queued
      this.#free(key)
      if (mark && isTaken) this.#busy.set(key, 'alone')
      else if (mark) left.set(key, mark)
    }
    return left
  }

  #indexDetail(key: string, previous: PendingMark | undefined, mark: PendingMark | undefined): void {
    const name = readMarkKey(key)
    if (!isDetail(name.mark)) return
    const impliedBy = ({ on, row }: PendingMark) => impliedMark({ ...name, on, row })
    const [former, set] = [previous && impliedBy(previous), mark && impliedBy(mark)]
    if (former) this.#details.get(markKey(former))?.delete(key)
    if (!set) return
    const implied = markKey(set)
    this.#details.set(implied, (this.#details.get(implied) ?? new Set()).add(key))
  }

  #nextTime(): number {
    this.#lastTime = Math.max(Date.now(), this.#lastTime + 1)
    return this.#lastTime
  }

  #change(key: string, mark: PendingMark | undefined): void {
    if (mark) {
      this.#put([[key, mark]])
      return
    }
    const previous = this.#marks.get(key)
    if (previous) {
      this.#storedKeys.delete(key)
      this.#store.remove(key, previous)
    }
    this.#show(key, undefined)
  }

  #put(marks: readonly KeyedMark[]): void {
    const isStored = this.#store.put(marks)
    this.#together(() => {
      for (const [index, [key, mark]] of marks.entries()) {
        if (isStored[index]) this.#storedKeys.add(key)
        this.#show(key, mark)
      }
    })
  }

  /** Calls the listeners once for all changes of `work`, because there may be thousands of both. */
  #together(work: () => void): void {
    this.#isQuiet = true
    try {
      work()
    } finally {
      this.#isQuiet = false
      if (this.#hasChanged) this.#notify()
    }
  }

  #notify(): void {
    this.#hasChanged = this.#isQuiet
    if (this.#isQuiet) return
    this.#changeCount++
    for (const listener of this.#listeners) listener()
  }

  #show(key: string, mark: PendingMark | undefined): void {
    const previous = this.#marks.get(key)
    if (previous === mark) return
    if (mark) this.#marks.set(key, mark)
    else this.#marks.delete(key)
    this.#indexDetail(key, previous, mark)
    this.#queuedCount += Number(mark?.queued ?? false) - Number(previous?.queued ?? false)
    if (previous?.on !== mark?.on || previous?.row !== mark?.row || previous?.queued !== mark?.queued)
      this.#notify()
  }
}
