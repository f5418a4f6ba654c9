/** The ids of the selected films, also of those that are not loaded or rendered. */
export class Selection {
  #ids: ReadonlySet<number> = new Set()
  #anchor: number | undefined
  /** The ids in the order of the list, for selecting a range. */
  #order: readonly number[] = []
  readonly #listeners = new Set<() => void>()

  /** Returns a new set after each change. */
  readonly ids = (): ReadonlySet<number> => this.#ids

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Selects or deselects a film; as a range, all films from the last chosen one to this one. */
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

  /** Adopts the order of a list; once the list is complete, deselects the films that it does not have. */
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
    // The last chosen film may have left the list.
    if (from === undefined || to === undefined || from < 0) return [id]
    return this.#order.slice(from, to + 1)
  }
}
