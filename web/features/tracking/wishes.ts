/**
 * What a person wants and the server has not confirmed yet, switch by switch. A switch has at most one request
 * under way; when its answer comes and the person wants something else by then, that is sent next. So a burst of
 * clicks ends as the last of them says, here and on the server, however slow the answers are.
 */
export class Wishes {
  readonly #wanted = new Map<string, boolean>()
  readonly #listeners = new Set<() => void>()

  /** What is wanted of a switch; undefined when it is as the server last confirmed. */
  get(key: string): boolean | undefined {
    return this.#wanted.get(key)
  }

  /** Shaped for `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * @param send writes the value and has told whoever shows it when it resolves; a retry must do no harm.
   * @returns the value the switch settled at, or undefined if an earlier call is still busy and takes this wish along.
   * @throws what the last `send` threw; the wish is gone by then.
   */
  async want(
    key: string,
    value: boolean,
    send: (value: boolean) => Promise<void>,
  ): Promise<boolean | undefined> {
    const isBusy = this.#wanted.has(key)
    this.#set(key, value)
    if (isBusy) return undefined
    try {
      return await this.#settle(key, value, send)
    } finally {
      this.#set(key, undefined)
    }
  }

  async #settle(key: string, value: boolean, send: (value: boolean) => Promise<void>): Promise<boolean> {
    try {
      await send(value)
    } catch (error) {
      if (this.#wanted.get(key) === value) throw error
    }
    const wanted = this.#wanted.get(key)
    // After a failure, too: whether it reached the server is unknown, so the other value is sent in any case.
    return wanted === undefined || wanted === value ? value : this.#settle(key, wanted, send)
  }

  #set(key: string, value: boolean | undefined): void {
    if (this.#wanted.get(key) === value) return
    if (value === undefined) this.#wanted.delete(key)
    else this.#wanted.set(key, value)
    for (const listener of this.#listeners) listener()
  }
}
