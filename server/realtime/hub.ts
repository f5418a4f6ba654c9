import { asCaller, type Caller, personOf, SESSION_ENDED } from '../db/as-caller.ts'
import { type Database, DatabaseError, type Row } from '../db/database.ts'
import type { Schema } from '../rest/schema/schema.ts'
import { CHANGED_ROWS } from './announcer.ts'
import { type Change, parseChange } from './protocol.ts'
import { mayConcern, passesFilter, rowsStatement, type Source, servedTable } from './sources.ts'

/** A joined channel of one connection. */
export interface Channel {
  readonly caller: Caller
  readonly sources: readonly Source[]
  /** The address of the visitor. */
  readonly ip: string
  send(event: 'postgres_changes', payload: object): void
  /** Changes may have been missed: the client joins again and reads what it shows. */
  fail(): void
  /** The caller may listen no longer. @param reason a sentence for the client. */
  end(reason: string): void
}

/** Sends the changes that any process announces to the channels of this one. */
export interface Hub {
  add(channel: Channel): void
  remove(channel: Channel): void
  /** Rejects if the database cannot be listened to. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

interface Options {
  db: Database
  schema: { readonly current: Schema }
  runInSlot: <T>(visitor: { ip: string }, work: () => Promise<T>) => Promise<T>
  onFailure: (error: unknown) => void
}

/** A channel behind by more changes than this reads everything instead. */
const MAX_WAITING = 50

export const SESSION_ENDED_REASON = 'The session has ended.'

function isFor({ person }: Change, caller: Caller): boolean {
  return person === null || personOf(caller) === person
}

export function openHub({ db, schema, runInSlot, onFailure }: Options): Hub {
  /** What each channel still has to be sent, in order. */
  const channels = new Map<Channel, { waiting: number; sent: Promise<void> }>()
  let unlisten = async () => {}

  async function listen(): Promise<void> {
    unlisten = await db.listen(CHANGED_ROWS, (payload) => {
      // After an outage of the database, in which notifications were lost.
      if (payload === '') for (const channel of [...channels.keys()]) channel.fail()
      else for (const line of payload.split('\n')) receive(line)
    })
  }

  function receive(line: string): void {
    try {
      const change = parseChange(line)
      if (change.table === 'auth.sessions') endSessions(change)
      else deliverToAll(change)
    } catch (error) {
      // Anybody who may write SQL may notify the channel.
      onFailure(error)
    }
  }

  function endSessions({ rows }: Change): void {
    const ended = rows && new Set(rows.map(({ id }) => id))
    for (const channel of [...channels.keys()]) {
      const { session } = channel.caller
      if (!session) continue
      if (!ended) channel.fail()
      else if (ended.has(session.id)) channel.end(SESSION_ENDED_REASON)
    }
  }

  function deliverToAll(change: Change): void {
    const concerned = [...channels].filter(
      ([{ caller, sources }]) =>
        isFor(change, caller) && sources.some((source) => mayConcern(source, change)),
    )
    const at = new Date().toISOString()
    // One reading for all tabs with the same token, and of films for all people with the same role.
    const readings = new Map<string, Promise<Row[]>>()
    for (const [channel, state] of concerned) {
      if (change.rows === null || state.waiting === MAX_WAITING) {
        channel.fail()
        continue
      }
      state.waiting++
      state.sent = state.sent.then(async () => {
        state.waiting--
        await deliver(channel, change, at, readings).catch((error) => lose(channel, error))
      })
    }
  }

  async function deliver(
    channel: Channel,
    change: Change,
    at: string,
    readings: Map<string, Promise<Row[]>>,
  ): Promise<void> {
    const { table, type, person, rows } = change
    const relation = table === null ? undefined : servedTable(schema.current, table)
    if (!relation || !type || !rows) return
    const { caller } = channel
    // The client may have left, or have handed over another person's token, by now.
    if (!channels.has(channel) || !isFor(change, caller)) return
    const reader: Caller = person === null ? { role: caller.role, claims: { role: caller.role } } : caller
    const reading = JSON.stringify(reader.claims)
    let found = readings.get(reading)
    if (!found) {
      const statement = rowsStatement(relation, rows)
      found = runInSlot(channel, () => asCaller(db, reader, 'read', statement))
      readings.set(reading, found)
    }
    // A deletion is read, too: the read fails if the caller may not read the table, or if the session has ended.
    const [read] = await found
    // The present token may permit other rows.
    if (channel.caller !== caller) return deliver(channel, change, at, readings)
    if (!channels.has(channel)) return
    const records = type === 'DELETE' ? rows : (JSON.parse(String(read?.rows)) as Row[])
    const columns = relation.columns.map(({ name, typeName }) => ({ name, type: typeName }))
    for (const record of records) {
      const concerned = channel.sources.filter(
        (source) => mayConcern(source, change) && passesFilter(source, record),
      )
      if (concerned.length === 0) continue
      const key = Object.fromEntries(relation.primaryKey.map((column) => [column, record[column]]))
      channel.send('postgres_changes', {
        ids: concerned.map(({ id }) => id),
        data: {
          schema: 'public',
          table,
          type,
          commit_timestamp: at,
          columns,
          ...(type !== 'DELETE' && { record }),
          ...(type !== 'INSERT' && { old_record: key }),
          errors: null,
        },
      })
    }
  }

  function lose(channel: Channel, error: unknown): void {
    if (!(error instanceof DatabaseError)) channel.fail()
    else if (error.code === SESSION_ENDED) channel.end(SESSION_ENDED_REASON)
    // A caller who may not read the table receives nothing.
    else if (error.code !== '42501') channel.fail()
  }

  return {
    add(channel) {
      channels.set(channel, { waiting: 0, sent: Promise.resolve() })
    },
    remove(channel) {
      channels.delete(channel)
    },
    ready: listen(),
    close: () => unlisten(),
  }
}
