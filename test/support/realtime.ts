import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'

type Received = RealtimePostgresChangesPayload<Record<string, unknown>>

interface Binding {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  table?: string
  filter?: string
}

/** A channel of the stock client, with what it has received. */
export interface Listening {
  received: Received[]
  /** Each state that the channel has had, such as SUBSCRIBED. */
  states: string[]
  reasons: string[]
  /** What was received, as `INSERT user_watched`. */
  kinds(): string[]
  stop(): Promise<unknown>
}

/** Opens a channel and waits for its first state. */
export async function listen(client: SupabaseClient, ...bindings: Binding[]): Promise<Listening> {
  const received: Received[] = []
  const states: string[] = []
  const reasons: string[] = []
  let channel = client.channel(`test ${crypto.randomUUID()}`)
  for (const { event = '*', ...binding } of bindings) {
    const options = { event, schema: 'public', ...binding } as { event: '*'; schema: string }
    channel = channel.on('postgres_changes', options, (payload) => void received.push(payload))
  }
  // The library reads the token of its client before it connects.
  await client.realtime.setAuth()
  await new Promise<void>((resolve) => {
    channel.subscribe((state, error) => {
      states.push(state)
      if (error) reasons.push(error.message)
      resolve()
    })
  })
  return {
    received,
    states,
    reasons,
    kinds: () => received.map(({ eventType, table }) => `${eventType} ${table}`),
    stop: () => client.removeChannel(channel),
  }
}
