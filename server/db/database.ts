/** A value of a statement. It travels as text; the database gives it the type its place asks for. */
export type Value = string | number | boolean | null

export interface Statement {
  text: string
  values?: readonly Value[]
  /** As whom it runs, where its text is likely to come again: in a transaction known in advance it is then prepared. */
  preparedFor?: 'owner' | 'anon' | 'authenticated'
}

export type Row = Record<string, unknown>

/** One statement at a time, in the order asked. */
export interface Queryable {
  query<T = Row>(text: string, values?: readonly Value[]): Promise<T[]>
}

export interface Transaction extends Queryable {
  /** Any number of statements without values, such as a migration. */
  script(text: string): Promise<void>
}

export interface Follower {
  /**
   * After each commit that notified the channel: where it was made through this very database before it is acknowledged
   * (and perhaps once more). With an empty payload when notifications arrive again.
   */
  onNotify(payload: string): void
  /** From now on notifications may be lost. */
  onLost(): void
}

/**
 * What the product needs of its database, on either engine. Everything is asynchronous and every value
 * plain, so that the engine may live in another thread or on another machine.
 * A statement the database refuses rejects with a {@link DatabaseError}.
 */
export interface Database extends Queryable {
  readonly engine: 'pglite' | 'postgres'
  /**
   * Statements known in advance, each text one of them, all or nothing, in one round trip. After a refusal none
   * runs, in the transaction or outside of it. Answers the rows of the last.
   */
  transaction(statements: readonly Statement[]): Promise<Row[]>
  /** Statements that depend on each other's answers, all or nothing. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Calls back after each commit that notified the channel; answers how to stop. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>
  /** Listens for what must not be missed; answers how to stop. */
  follow(channel: string, follower: Follower): Promise<() => Promise<void>>
  /** Has each outage and its end told in a sentence, for the log. Whoever asks meanwhile hears by a refusal. */
  onOutage(tell: (sentence: string) => void): void
  close(): Promise<void>
}

/** A refusal by the database, with PostgreSQL's five-letter SQLSTATE. */
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
