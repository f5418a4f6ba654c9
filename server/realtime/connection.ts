import type { WebSocket } from 'ws'
import { ApiError } from '../../domain/rest/api-error.ts'
import { asCaller, type Caller, personOf, SESSION_ENDED } from '../db/as-caller.ts'
import { type Database, DatabaseError } from '../db/database.ts'
import { realtimeMessages } from '../observe/tallies.ts'
import type { Schema } from '../rest/schema/schema.ts'
import { type Channel, type Hub, SESSION_ENDED_REASON } from './hub.ts'
import { formatMessage, type Message, parseJoin, parseMessage, parseToken } from './protocol.ts'
import { findSources, type Source } from './sources.ts'

/** The stock client opens one channel for each topic; the pages open one. */
const MAX_CHANNELS = 10

/** The stock client sends a heartbeat every 25 seconds. */
export const SILENCE_MS = 60_000

/** A client may send this many messages at once, and then this many a second. */
const BURST = 30
const PER_SECOND = 2

/** A client that does not read what it is sent is disconnected. */
const MAX_UNREAD_BYTES = 1_000_000

const CLOSING_MS = 1000

/** The longest time of a timer; access tokens last an hour. */
const MAX_TIMER_MS = 2_147_483_647

/** Close codes of RFC 6455, section 7.4.1, and the IANA registry. */
const POLICY_VIOLATION = 1008
const INVALID_DATA = 1007
const SERVICE_RESTART = 1012

export interface ConnectionContext {
  db: Database
  hub: Hub
  schema: { readonly current: Schema }
  authenticateToken: (token: string) => Promise<Caller>
  runInSlot: <T>(visitor: { ip: string }, work: () => Promise<T>) => Promise<T>
  /** Counts the connection as one of a person. @returns false if the person has too many. */
  admit(connection: Connection, userId: string): boolean
  /** Counts the connection no longer as one of a person. */
  release(connection: Connection, userId: string): void
  onFailure: (error: unknown) => void
}

/** A WebSocket of one browser tab. */
export interface Connection {
  /** Ends it if nothing came for too long, or if it has had no channel for as long. */
  check(): void
  /** Ends it because the server stops. */
  stop(): void
}

interface Joined extends Channel {
  caller: Caller
  joinRef: string | null
  expiry: NodeJS.Timeout | undefined
}

/** A reason why a client may not listen, as a sentence for it. */
class NotAllowed extends Error {}

export function openConnection(
  socket: WebSocket,
  { ip, apiKey }: { ip: string; apiKey: string },
  context: ConnectionContext,
): Connection {
  const { db, hub, schema, authenticateToken, runInSlot } = context
  const channels = new Map<string, Joined>()
  const people = new Map<string, number>()
  let lastId = 0
  let lastMessageAt = performance.now()
  let usedAt = lastMessageAt
  let allowance = BURST
  let handled = Promise.resolve()

  const connection: Connection = {
    check() {
      const now = performance.now()
      if (channels.size > 0) usedAt = now
      if (now - Math.min(lastMessageAt, usedAt) > SILENCE_MS) socket.terminate()
      // The timers of a tab in the background may be too slow, but the browser itself answers a ping.
      else if (now - lastMessageAt > SILENCE_MS / 3) socket.ping()
    },
    stop() {
      end(SERVICE_RESTART)
    },
  }

  function end(code: number): void {
    socket.close(code)
    // For a client that does not answer the close.
    setTimeout(() => socket.terminate(), CLOSING_MS).unref()
  }

  function send(message: Message): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate()
    else socket.send(formatMessage(message))
  }

  function reply({ joinRef, ref, topic }: Message, status: 'ok' | 'error', response: object): void {
    send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  function push(topic: string, event: string, payload: object, joinRef: string | null = null): void {
    send({ joinRef, ref: null, topic, event, payload })
  }

  function tellState(topic: string, status: 'ok' | 'error', message: string): void {
    const channel = topic.replace(/^realtime:/, '')
    push(topic, 'system', { extension: 'postgres_changes', status, message, channel })
  }

  async function handle(message: Message): Promise<void> {
    const { topic, event } = message
    if (topic === 'phoenix' && event === 'heartbeat') return reply(message, 'ok', {})
    if (event === 'phx_join') return join(message)
    const channel = channels.get(topic)
    if (!channel) return reply(message, 'error', { reason: 'unmatched topic' })
    // A message of an earlier joining of the same topic.
    if (message.joinRef !== channel.joinRef) return
    if (event === 'phx_leave') {
      reply(message, 'ok', {})
      close(topic, channel)
    } else if (event === 'access_token') await changeToken(topic, channel, message.payload)
    else reply(message, 'error', { reason: 'This server sends changes of tables only.' })
  }

  async function join(message: Message): Promise<void> {
    const { topic, joinRef } = message
    const former = channels.get(topic)
    if (former) close(topic, former)
    try {
      const { bindings, token = apiKey } =
        parseJoin(message.payload) ?? refuse('This server sends changes of tables only.')
      if (!topic.startsWith('realtime:')) refuse('A topic begins with realtime:.')
      if (channels.size >= MAX_CHANNELS) refuse(`A connection has at most ${MAX_CHANNELS} channels.`)
      const sources = findSources(bindings, schema.current, () => ++lastId)
      if (typeof sources === 'string') return refuse(sources)
      const caller = await findCaller(token)
      if (socket.readyState !== socket.OPEN) return
      open(topic, joinRef, caller, sources)
      const ids = bindings.map((binding, index) => ({ ...binding, id: sources[index]?.id }))
      reply(message, 'ok', { postgres_changes: ids })
      tellState(topic, 'ok', 'Subscribed to PostgreSQL')
    } catch (error) {
      reply(message, 'error', { reason: reasonOf(error) })
    }
  }

  /** @throws NotAllowed */
  async function findCaller(token: string): Promise<Caller> {
    const caller = await authenticateToken(token)
    // Also checks the session.
    if (caller.session) await runInSlot({ ip }, () => asCaller(db, caller, 'read', { text: 'select' }))
    return caller
  }

  function open(topic: string, joinRef: string | null, caller: Caller, sources: readonly Source[]): void {
    count(caller)
    const channel: Joined = {
      caller,
      sources,
      ip,
      joinRef,
      expiry: undefined,
      send(event, payload) {
        realtimeMessages.add('sent')
        push(topic, event, payload)
      },
      fail() {
        realtimeMessages.add('missed')
        remove(topic, channel)
        push(topic, 'phx_error', {}, joinRef)
      },
      end(reason) {
        tellState(topic, 'error', reason)
        close(topic, channel)
      },
    }
    channels.set(topic, channel)
    hub.add(channel)
    expireWithToken(channel)
  }

  function expireWithToken(channel: Joined): void {
    clearTimeout(channel.expiry)
    const { exp } = channel.caller.claims
    if (typeof exp !== 'number') return
    const ms = Math.max(0, exp * 1000 - Date.now())
    channel.expiry = setTimeout(
      () => channel.end('The access token has expired.'),
      Math.min(ms, MAX_TIMER_MS),
    )
    channel.expiry.unref()
  }

  async function changeToken(topic: string, channel: Joined, payload: unknown): Promise<void> {
    try {
      const caller = await findCaller(parseToken(payload) ?? apiKey)
      if (channels.get(topic) !== channel) return
      count(caller)
      discount(channel.caller)
      channel.caller = caller
      expireWithToken(channel)
    } catch (error) {
      channel.end(reasonOf(error))
    }
  }

  /** @throws NotAllowed */
  function count(caller: Caller): void {
    const userId = personOf(caller)
    if (userId === undefined) return
    if (!people.has(userId) && !context.admit(connection, userId))
      refuse('You have too many open connections.')
    people.set(userId, (people.get(userId) ?? 0) + 1)
  }

  function discount(caller: Caller): void {
    const userId = personOf(caller)
    if (userId === undefined) return
    const left = (people.get(userId) ?? 1) - 1
    if (left > 0) return void people.set(userId, left)
    people.delete(userId)
    context.release(connection, userId)
  }

  function close(topic: string, channel: Joined): void {
    remove(topic, channel)
    push(topic, 'phx_close', {}, channel.joinRef)
  }

  function remove(topic: string, channel: Joined): void {
    if (channels.get(topic) !== channel) return
    channels.delete(topic)
    hub.remove(channel)
    clearTimeout(channel.expiry)
    discount(channel.caller)
  }

  function reasonOf(error: unknown): string {
    if (error instanceof NotAllowed) return error.message
    if (error instanceof DatabaseError && error.code === SESSION_ENDED) return SESSION_ENDED_REASON
    if (error instanceof ApiError) return error.message
    context.onFailure(error)
    return 'The request could not be carried out. Please try again.'
  }

  /** @returns whether the client may send this. */
  function allowMessage(): boolean {
    const now = performance.now()
    allowance = Math.min(BURST, allowance + ((now - lastMessageAt) / 1000) * PER_SECOND) - 1
    lastMessageAt = now
    if (allowance >= 0) return true
    end(POLICY_VIOLATION)
    return false
  }

  socket.on('ping', allowMessage)
  socket.on('pong', allowMessage)
  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN || !allowMessage()) return
    const message = isBinary ? undefined : parseMessage(String(data))
    if (!message) return end(INVALID_DATA)
    // One after the other, because a leave may follow a join.
    handled = handled.then(() => handle(message)).catch(context.onFailure)
  })
  // A frame against the protocol, or a lost connection; `close` follows.
  socket.on('error', () => {})
  socket.on('close', () => {
    for (const [topic, channel] of channels) remove(topic, channel)
  })
  return connection
}

/** @throws NotAllowed */
function refuse(reason: string): never {
  throw new NotAllowed(reason)
}
