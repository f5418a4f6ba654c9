import { type MarkChange, parseChange } from '../marks/marks.ts'

// One channel per tab: a channel does not receive its own messages, but a second one in the same tab would.
let channel: BroadcastChannel | undefined

function marksChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('marks')
  return channel
}

/** Sends a change that the server has confirmed to the person's other tabs. */
export function broadcastMark(userId: string, change: MarkChange): void {
  marksChannel().postMessage({ userId, ...change })
}

/** Calls `onChange` for each confirmed change of this person in other tabs, until the returned function is called. */
export function listenToBroadcasts(userId: string, onChange: (change: MarkChange) => void): () => void {
  function receive({ data }: MessageEvent<unknown>) {
    const change = parseChange(data)
    // Another tab may still use another account for a moment after a sign-out.
    if (change && (data as { userId?: unknown }).userId === userId) onChange(change)
  }
  marksChannel().addEventListener('message', receive)
  return () => marksChannel().removeEventListener('message', receive)
}
