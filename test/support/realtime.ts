import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'

type Heard = RealtimePostgresChangesPayload<Record<string, unknown>>

interface Wish {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  table?: string
  filter?: string
}

/** A channel of the stock client, with what it has heard. */
export interface Listening {
  heard: Heard[]
  /** Each state that the channel has had, such as SUBSCRIBED. */
  states: string[]
  reasons: string[]
  /** What was heard as `INSERT user_watched`. */
  kinds(): string[]
  stop(): Promise<unknown>
}

/** Opens a channel and waits for its first state. */
export async function listen(client: SupabaseClient, ...wishes: Wish[]): Promise<Listening> {
  const heard: Heard[] = []
  const states: string[] = []
  const reasons: string[] = []
  let channel = client.channel(`test ${crypto.randomUUID()}`)
  for (const { event = '*', ...wish } of wishes) {
    const options = { event, schema: 'public', ...wish } as { event: '*'; schema: string }
    channel = channel.on('postgres_changes', options, (payload) => void heard.push(payload))
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
    heard,
    states,
    reasons,
    kinds: () => heard.map(({ eventType, table }) => `${eventType} ${table}`),
    stop: () => client.removeChannel(channel),
  }
}
