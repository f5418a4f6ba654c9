/** The films that are selected, by their ids; it outlives what of the list is loaded or in sight. */
export class Selection {
  #ids: ReadonlySet<number> = new Set()
  #anchor: number | undefined
  /** The films of the list, for selecting from one to another. */
  #order: readonly number[] = []
  readonly #listeners = new Set<() => void>()

  /** A new set after each change. */
  readonly ids = (): ReadonlySet<number> => this.#ids

  /** Shaped for `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Selects a film or not; as a range, with all between it and the one chosen before. */
  choose(id: number, on: boolean, asRange: boolean): void {
    const chosen = new Set(this.#ids)
    for (const each of asRange ? this.#range(id) : [id]) {
      if (on) chosen.add(each)
      else chosen.delete(each)
    }
    this.#anchor = id
    this.replace(chosen)
  }

  replace(ids: Iterable<number>): void {
    this.#ids = new Set(ids)
    for (const listener of this.#listeners) listener()
  }

  /** Keeps to a list that may have changed; once it is all there, what is not in it cannot stay selected. */
  follow(list: readonly { id: number }[], isComplete: boolean): void {
    this.#order = list.map(({ id }) => id)
    if (!isComplete) return
    const present = new Set(this.#order)
    if ([...this.#ids].some((id) => !present.has(id)))
      this.replace([...this.#ids].filter((id) => present.has(id)))
  }

  #range(id: number): readonly number[] {
    const [from, to] = [this.#order.indexOf(this.#anchor ?? id), this.#order.indexOf(id)].sort(
      (a, b) => a - b,
    )
    // What was chosen before may have left the list.
    if (from === undefined || to === undefined || from < 0) return [id]
    return this.#order.slice(from, to + 1)
  }
}
