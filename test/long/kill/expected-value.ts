/** The outcome of a write for its sender; `unknown` if the response was lost. */
export type Outcome = 'done' | 'refused' | 'unknown'

/**
 * A value that the database may contain: the last acknowledged one, or any sent since without a response.
 * Only one writer may write it at a time.
 */
export class ExpectedValue<T> {
  #acknowledged: T
  #doubtful: T[] = []

  constructor(present: T) {
    this.#acknowledged = present
  }

  /** The value on which the next write is based. */
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

  /** Returns the possible values, the acknowledged one first. */
  candidates(): readonly T[] {
    return [this.#acknowledged, ...this.#doubtful]
  }

  mayBe(found: T): boolean {
    return this.candidates().includes(found)
  }

  /** Sets the value that was found. */
  settle(found: T): void {
    this.#acknowledged = found
    this.#doubtful = []
  }

  toString(): string {
    return [this.#acknowledged, ...this.#doubtful.map((value) => `perhaps ${value}`)].join(', ')
  }
}
