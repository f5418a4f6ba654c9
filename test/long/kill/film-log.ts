import type { Outcome } from './expected-value.ts'

/** One change of a film in the history. For added and deleted films only the operation is compared. */
export interface Change {
  film_id: number
  operation: string
  after: Record<string, unknown> | null
  update_id: string | null
}

interface Expected {
  operation: string
  after: Record<string, unknown>
  updateId: string | null
  isInDoubt: boolean
}

/** The expected history of one film: each acknowledged change once and in order, one in doubt at most once. */
export class FilmLog {
  #expected: Expected[] = []

  note(change: Pick<Expected, 'operation' | 'after'> & { updateId?: string }, outcome: Outcome): void {
    if (outcome === 'refused') return
    this.#expected.push({ updateId: null, ...change, isInDoubt: outcome === 'unknown' })
  }

  /** Compares the history with the expected changes, settles those in doubt, and returns the problems. */
  compare(actual: readonly Change[]): string[] {
    const problems: string[] = []
    const found: Expected[] = []
    let next = 0
    for (const expected of this.#expected) {
      if (isSame(expected, actual[next])) {
        found.push({ ...expected, isInDoubt: false })
        next += 1
      } else if (!expected.isInDoubt) {
        problems.push(`lost: ${expected.operation} ${JSON.stringify(expected.after)}`)
      }
    }
    for (const { operation, after } of actual.slice(next)) {
      problems.push(`not sent, or done twice: ${operation} ${JSON.stringify(after)}`)
    }
    this.#expected = found
    return problems
  }
}

function isSame(expected: Expected, actual: Change | undefined): boolean {
  if (actual?.operation !== expected.operation || actual.update_id !== expected.updateId) return false
  // Sort names follow from what was sent.
  const { sort_title: _title, sort_director: _director, ...after } = actual.after ?? {}
  if (expected.operation === 'changed' && Object.keys(after).length !== Object.keys(expected.after).length) {
    return false
  }
  return Object.entries(expected.after).every(
    ([column, value]) => after[column as keyof typeof after] === value,
  )
}
