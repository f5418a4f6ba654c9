/** A wish got no answer: whether the server has heard of it is unknown, and it may be sent again. */
export class UnansweredError extends Error {}

/** What a person wants of a switch, since when, and whether that waits for the server to be back. */
export interface Wish {
  value: boolean
  /** In milliseconds; later wishes have later ones, whatever the clock does. */
  at: number
  waiting: boolean
}

/** Where wishes outlive the page; `keep` answers whether it could. */
export interface WishStore {
  keep: (key: string, wish: Wish) => boolean
  drop: (key: string, wish: Wish) => void
}

const NO_STORE: WishStore = { keep: () => false, drop: () => {} }

/**
 * What a person wants and the server has not confirmed yet, switch by switch. A switch has at most one request
 * under way; when its answer comes and the person wants something else by then, that is sent next. So a burst of
 * clicks ends as the last of them says, here and on the server, however slow the answers are. Without an answer the
 * wish waits, until it is sent with all that wait.
 */
export class Wishes {
  readonly #wishes = new Map<string, Wish>()
  readonly #kept = new Set<string>()
  readonly #busy = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #store: WishStore
  #last = 0
  #waiting = 0

  constructor(store: WishStore = NO_STORE) {
    this.#store = store
  }

  /** What is wanted of a switch; undefined when it is as the server last confirmed. */
  get(key: string): boolean | undefined {
    return this.#wishes.get(key)?.value
  }

  isWaiting(key: string): boolean {
    return this.#wishes.get(key)?.waiting ?? false
  }

  /** How many wait. */
  readonly countWaiting = (): number => this.#waiting

  /** Those that wait, in the order they were made. */
  waiting(): (Wish & { key: string })[] {
    return [...this.#wishes]
      .filter(([key, wish]) => wish.waiting && !this.#busy.has(key))
      .map(([key, wish]) => ({ key, ...wish }))
      .toSorted((a, b) => a.at - b.at)
  }

  /** Shaped for `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * @param send writes the value and has told whoever shows it when it resolves; a retry must do no harm.
   * @returns the value the switch settled at or waits with, or undefined if an earlier call is still busy and takes
   * this wish along.
   * @throws what the last `send` threw, if not that it got no answer; the wish is gone by then.
   */
  async want(
    key: string,
    value: boolean,
    send: (value: boolean) => Promise<void>,
  ): Promise<boolean | undefined> {
    this.#set(key, { value, at: this.#now(), waiting: false })
    if (this.#busy.has(key)) return undefined
    this.#busy.add(key)
    try {
      const settled = await this.#settle(key, value, send)
      this.#busy.delete(key)
      this.#set(key, undefined)
      return settled
    } catch (error) {
      this.#busy.delete(key)
      const wish = this.#wishes.get(key)
      if (error instanceof UnansweredError && wish) {
        this.#set(key, { ...wish, waiting: true })
        return wish.value
      }
      this.#set(key, undefined)
      throw error
    }
  }

  /** Has a wish wait from the start, or taken along by a request that is under way. */
  wait(key: string, value: boolean): void {
    this.#set(key, { value, at: this.#now(), waiting: !this.#busy.has(key) })
  }

  /** Ends a wish that waited, unless the person wants something newer by now. */
  settle(key: string, at: number): void {
    if (this.#wishes.get(key)?.at === at) this.#set(key, undefined)
  }

  /** Takes over what the store has heard from elsewhere: a wish, or that one is over. */
  hear(key: string, wish: Wish | undefined): void {
    const own = this.#wishes.get(key)
    if (wish && own && (own.at > wish.at || (own.at === wish.at && own.waiting === wish.waiting))) return
    // What the store never held, it cannot have lost; and a request under way ends its wish by itself.
    if (!wish && (!this.#kept.has(key) || this.#busy.has(key))) return
    if (wish) this.#kept.add(key)
    else this.#kept.delete(key)
    this.#last = Math.max(this.#last, wish?.at ?? 0)
    this.#show(key, wish)
  }

  /** The same for all that the store holds at a moment; what it held and holds no more was sent from elsewhere. */
  hearAll(wishes: ReadonlyMap<string, Wish>): void {
    for (const key of [...this.#kept]) if (!wishes.has(key)) this.hear(key, undefined)
    for (const [key, wish] of wishes) this.hear(key, wish)
  }

  async #settle(key: string, value: boolean, send: (value: boolean) => Promise<void>): Promise<boolean> {
    try {
      await send(value)
    } catch (error) {
      if (error instanceof UnansweredError || this.get(key) === value) throw error
    }
    const wanted = this.get(key)
    // After a failure, too: whether it reached the server is unknown, so the other value is sent in any case.
    return wanted === undefined || wanted === value ? value : this.#settle(key, wanted, send)
  }

  #now(): number {
    this.#last = Math.max(Date.now(), this.#last + 1)
    return this.#last
  }

  #set(key: string, wish: Wish | undefined): void {
    const former = this.#wishes.get(key)
    if (wish) {
      if (this.#store.keep(key, wish)) this.#kept.add(key)
    } else if (former) {
      this.#kept.delete(key)
      this.#store.drop(key, former)
    }
    this.#show(key, wish)
  }

  #show(key: string, wish: Wish | undefined): void {
    const former = this.#wishes.get(key)
    if (former === wish) return
    if (wish) this.#wishes.set(key, wish)
    else this.#wishes.delete(key)
    this.#waiting += Number(wish?.waiting ?? false) - Number(former?.waiting ?? false)
    if (former?.value === wish?.value && former?.waiting === wish?.waiting) return
    for (const listener of this.#listeners) listener()
  }
}
