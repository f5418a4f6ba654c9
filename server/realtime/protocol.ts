import { z } from 'zod'

/**
 * The protocol of Supabase Realtime, version 2.0.0: a message is a JSON array of its join reference, reference, topic,
 * event and payload.
 * Documents: supabase.com/docs "Realtime Protocol"; hexdocs.pm/phoenix "Writing a Channels Client".
 */
export const VERSION = '2.0.0'

/** An access token takes some 800 bytes, a binding 100. */
export const MAX_MESSAGE_BYTES = 16_384
const MAX_BINDINGS = 20

const ref = z.string().max(20)
const name = z.string().min(1).max(63)

const message = z.tuple([
  ref.nullable(),
  ref.nullable(),
  z.string().max(200),
  z.string().max(50),
  z.unknown(),
])

export interface Message {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** @returns undefined for an invalid message. */
export function parseMessage(text: string): Message | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  const { success, data } = message.safeParse(json)
  if (!success) return undefined
  const [joinRef, ref, topic, event, payload] = data
  return { joinRef, ref, topic, event, payload }
}

export function formatMessage({ joinRef, ref, topic, event, payload }: Message): string {
  return JSON.stringify([joinRef, ref, topic, event, payload])
}

const binding = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.literal('public'),
  /** Without it, or with `*`, every table that is served. */
  table: name.or(z.literal('*')).optional(),
  filter: z.string().max(300).optional(),
})

/** What a channel listens to, as the client asks for it. */
export type Binding = z.infer<typeof binding>

const join = z.object({
  access_token: z.string().max(8192).nullish(),
  config: z.object({
    private: z.boolean().optional(),
    postgres_changes: z.array(binding).min(1).max(MAX_BINDINGS),
  }),
})

/** @returns undefined for a join that asks for anything but changes of tables. */
export function parseJoin(payload: unknown): { token: string | undefined; bindings: Binding[] } | undefined {
  const { success, data } = join.safeParse(payload)
  // A private channel has rules of its own, which this server does not have.
  if (!success || data.config.private) return undefined
  return { token: data.access_token ?? undefined, bindings: data.config.postgres_changes }
}

const tokenPayload = z.object({ access_token: z.string().max(8192).nullable() })

/** @returns the token that a client hands over; undefined if it clears it. @throws ZodError */
export function parseToken(payload: unknown): string | undefined {
  return tokenPayload.parse(payload).access_token ?? undefined
}

/** The key and the value of `column=eq.value`, the only kind of filter. */
export interface Filter {
  column: string
  value: string
}

export function parseFilter(text: string): Filter | undefined {
  const [, column, value] = /^([^=]+)=eq\.(.*)$/s.exec(text) ?? []
  return column !== undefined && value !== undefined ? { column, value } : undefined
}

const row = z.record(z.string(), z.union([z.string(), z.number()]))

const change = z.object({
  /** Null if the changes were too many to name; so are the type and the rows. */
  table: z.string().nullable(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']).nullable(),
  /** Whose rows they are; null if they belong to no one. */
  person: z.string().nullable(),
  /** The keys of the rows. */
  rows: z.array(row).nullable(),
})

export type Key = z.infer<typeof row>
export type Change = z.infer<typeof change>

/** Parses a line that the database wrote. @throws ZodError, SyntaxError */
export function parseChange(line: string): Change {
  return change.parse(JSON.parse(line))
}
