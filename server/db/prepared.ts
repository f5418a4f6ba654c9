import type { Statement } from './database.ts'

/** Each prepared statement takes some 100 KB, on every connection. */
const MAX_PREPARED = 100

/** How to send one statement of a batch. */
export interface Step {
  statement: Statement
  /** The name of the prepared statement; empty for one that is not kept prepared. */
  name: string
  /** Whether the statement must be parsed first. */
  isNew: boolean
}

/**
 * The prepared statements of one connection. Parsing and planning a statement takes the engine longer than running it,
 * so a statement is prepared when it comes for the second time with the same role. Most hostile statements come once.
 */
export class PreparedStatements {
  /** Names by role and text, least recently used first; the name is empty for a statement that came once. */
  readonly #names = new Map<string, string>()
  #toClose: string[] = []
  #lastName = 0

  /** Returns how to send statements as one batch, and the names to close before them. */
  take(statements: readonly Statement[]): { close: string[]; steps: Step[] } {
    const steps = statements.map((statement) => this.#step(statement))
    const close = this.#toClose
    this.#toClose = []
    return { close, steps }
  }

  /**
   * To be called after an error, when some of the steps may be prepared and others not. Closing an unknown name is
   * harmless.
   * @returns whether a stale prepared statement may have caused the error, so that the batch can be sent again.
   */
  refused(steps: readonly Step[], code: string | undefined): boolean {
    const isStale =
      code !== undefined && STALE.includes(code) && steps.some(({ name, isNew }) => name && !isNew)
    if (isStale) for (const key of [...this.#names.keys()]) this.#forget(key)
    else for (const { statement, isNew } of steps) if (isNew) this.#forget(keyOf(statement))
    return isStale
  }

  #step(statement: Statement): Step {
    if (!statement.preparedFor) return { statement, name: '', isNew: true }
    const key = keyOf(statement)
    const known = this.#names.get(key)
    const name = known || (known === '' ? `s${++this.#lastName}` : '')
    this.#names.delete(key)
    this.#names.set(key, name)
    const [oldest] = this.#names.keys()
    if (oldest !== undefined && this.#names.size > MAX_PREPARED) this.#forget(oldest)
    return { statement, name, isNew: !known }
  }

  #forget(key: string): void {
    const name = this.#names.get(key)
    if (name) this.#toClose.push(name)
    this.#names.delete(key)
  }
}

/**
 * SQLSTATEs of errors that only a prepared statement has: its result type has changed with the schema
 * (feature_not_supported), or a pooler or another user of the connection has discarded it.
 */
const STALE = ['0A000', '26000']

/** The key contains the role, as the row rules of the role are part of the plan. */
function keyOf({ preparedFor, text }: Statement): string {
  return `${preparedFor} ${text}`
}
