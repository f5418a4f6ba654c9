/** A value of a statement. It is sent as text, and the database infers its type. */
export type Value = string | number | boolean | null

export interface Statement {
  text: string
  values?: readonly Value[]
  /** The role it runs as, if the same text is likely to come again. A batch then prepares it for this role. */
  preparedFor?: 'owner' | 'anon' | 'authenticated'
}

export type Row = Record<string, unknown>

/** Runs one statement at a time, in order. */
export interface Queryable {
  query<T = Row>(text: string, values?: readonly Value[]): Promise<T[]>
}

export interface Transaction extends Queryable {
  /** Any number of statements without values, such as a migration. */
  script(text: string): Promise<void>
}

export interface BatchOptions {
  /** How many statements at the end have results that are used. */
  results?: number
  /**
   * After how many ms the embedded engine ends the batch before its commit, with 57014. PostgreSQL does so for a
   * statement after its setting `statement_timeout`.
   */
  timeLimitMs?: number
}

export interface Follower {
  /**
   * Called after each commit that notified the channel; for commits through this Database object before they are
   * acknowledged, and perhaps a second time. The payload is empty when notifications arrive again after a loss.
   */
  onNotify(payload: string): void
  /** Called when notifications may be lost from now on. */
  onLost(): void
}

/**
 * The database, on either engine. Everything is asynchronous and every value plain, since the engine runs in another
 * thread or on another machine.
 * A statement that the database refuses rejects with a {@link DatabaseError}.
 */
export interface Database extends Queryable {
  readonly engine: 'pglite' | 'postgres'
  /**
   * Runs a batch: statements known in advance, one per text, as one transaction in one round trip. After an error the
   * rest does not run, neither inside nor outside of the transaction. Returns the rows of the last statement.
   */
  transaction(statements: readonly Statement[], options?: BatchOptions & { results?: never }): Promise<Row[]>
  /** The same; returns the rows of each of the last two statements. */
  transaction(statements: readonly Statement[], options: BatchOptions & { results: 2 }): Promise<Row[][]>
  /** Runs statements that depend on each other's results as one transaction. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Calls `onNotify` after each commit that notified the channel; returns a function that stops it. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>
  /** Listens for notifications that must not be missed; returns a function that stops it. */
  follow(channel: string, follower: Follower): Promise<() => Promise<void>>
  /** Reports each outage and its end in a sentence, for the log. During an outage statements are refused. */
  onOutage(report: (sentence: string) => void): void
  close(): Promise<void>
}

/** An error of the database, with PostgreSQL's SQLSTATE. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  readonly code: string
  readonly detail: string | null
  readonly hint: string | null
  constructor(refusal: { message: string; code: string; detail?: string | null; hint?: string | null }) {
    super(refusal.message)
    this.code = refusal.code
    this.detail = refusal.detail ?? null
    this.hint = refusal.hint ?? null
  }
}
