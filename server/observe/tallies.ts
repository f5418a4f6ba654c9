/** Counts an event since the process started, by fixed labels. */
export interface Tally<Label extends string> {
  readonly name: string
  readonly help: string
  readonly labels: readonly Label[]
  /** Counts one event, with a value for each label. There may only be a few different values. */
  add(...values: string[]): void
  counts(): { labels: Record<Label, string>; count: number }[]
}

/** Makes a tally. Counting costs one look-up, so that modules can count whether or not metrics are served. */
function tally<const Label extends string>(
  name: string,
  help: string,
  labels: readonly Label[],
): Tally<Label> {
  const countOf = new Map<string, number>()
  return {
    name,
    help,
    labels,
    add(...values) {
      const key = values.join('\n')
      countOf.set(key, (countOf.get(key) ?? 0) + 1)
    },
    counts() {
      return [...countOf].map(([key, count]) => {
        const values = key.split('\n')
        const named = labels.map((label, index) => [label, values[index] ?? ''])
        return { labels: Object.fromEntries(named) as Record<Label, string>, count }
      })
    },
  }
}

/** `cacheRequests.add('tokens', 'hit')` */
export const cacheRequests = tally('cache_requests_total', 'Look-ups in a cache, by result: hit or miss.', [
  'cache',
  'result',
])

/** `mails.add('sent')` */
export const mails = tally('mails_total', 'Mails given to the mail server, by result: sent or failed.', [
  'result',
])

export const signIns = tally(
  'sign_ins_total',
  'Sessions asked for, by grant (password or refresh_token) and result: ok, or the code of the refusal.',
  ['grant', 'result'],
)

/** `realtimeConnections.add('opened')` */
export const realtimeConnections = tally(
  'realtime_connections_total',
  'WebSockets of /realtime/v1, by event: opened, closed or refused. Opened less closed are open now.',
  ['event'],
)

/** `realtimeMessages.add('sent')` */
export const realtimeMessages = tally(
  'realtime_messages_total',
  'Changes of rows to those who listen, by result: sent, or missed by a channel that then joins again.',
  ['result'],
)

export const TALLIES = [cacheRequests, mails, signIns, realtimeConnections, realtimeMessages]
