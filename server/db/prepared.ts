import type { Statement } from './database.ts'

/** Each takes some 100 KB of the engine, on every connection. */
const MOST = 100

/** One statement of a batch as it is to be sent. */
export interface Step {
  statement: Statement
  /** Under which the connection keeps it; empty for once only. */
  name: string
  /** Whether it must be parsed first. */
  isNew: boolean
}

/**
 * What one connection has prepared: a statement that came before for the same role keeps its parsed and planned form,
 * which takes the engine longer to make than to run. One that comes once, as most hostile ones do, displaces nothing.
 */
export class PreparedStatements {
  /** By role and text, those used longest ago first; without a name while it came once. */
  readonly #names = new Map<string, string>()
  #toClose: string[] = []
  #lastName = 0

  /** How to send statements as one batch; names to close come before them. */
  take(statements: readonly Statement[]): { close: string[]; steps: Step[] } {
    const steps = statements.map((statement) => this.#step(statement))
    const close = this.#toClose
    this.#toClose = []
    return { close, steps }
  }

  /**
   * After a refusal, when some of the steps may be prepared and others not. A name that was never given may be closed.
   * @returns whether it may have been refused for what was prepared before, and the same may be sent again.
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
    if (oldest !== undefined && this.#names.size > MOST) this.#forget(oldest)
    return { statement, name, isNew: !known }
  }

  #forget(key: string): void {
    const name = this.#names.get(key)
    if (name) this.#toClose.push(name)
    this.#names.delete(key)
  }
}

/**
 * SQLSTATEs by which a statement is refused only because it was prepared: its result has changed with the schema
 * (feature_not_supported), or whoever shares the connection has thrown it away.
 */
const STALE = ['0A000', '26000']

/** The row rules of a role are part of the plan. */
function keyOf({ preparedFor, text }: Statement): string {
  return `${preparedFor} ${text}`
}
