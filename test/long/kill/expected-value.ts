/** How a write ended for the one who sent it: `unknown` where the answer was lost, so that it may have been done or not. */
export type Outcome = 'done' | 'refused' | 'unknown'

/**
 * What one place of the database may hold: the value acknowledged last, or any that was sent since and never answered.
 * One writer at a time.
 */
export class ExpectedValue<T> {
  #acknowledged: T
  #doubtful: T[] = []

  constructor(present: T) {
    this.#acknowledged = present
  }

  /** The value to begin the next write from. */
  get value(): T {
    return this.#acknowledged
  }

  get isInDoubt(): boolean {
    return this.#doubtful.length > 0
  }

  note(value: T, outcome: Outcome): void {
    if (outcome === 'unknown') this.#doubtful.push(value)
    if (outcome === 'done') this.settle(value)
  }

  /** The likeliest first. */
  candidates(): readonly T[] {
    return [this.#acknowledged, ...this.#doubtful]
  }

  mayBe(found: T): boolean {
    return this.candidates().includes(found)
  }

  /** From here on it is what was found. */
  settle(found: T): void {
    this.#acknowledged = found
    this.#doubtful = []
  }

  toString(): string {
    return [this.#acknowledged, ...this.#doubtful.map((value) => `perhaps ${value}`)].join(', ')
  }
}
