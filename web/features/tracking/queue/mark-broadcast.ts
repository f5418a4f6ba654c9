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

/** Has the person's other tabs read all marks again, because many were changed at once. */
export function broadcastReread(userId: string): void {
  marksChannel().postMessage({ userId, reread: true })
}

/** Calls `onChange` for each confirmed change of this person in other tabs, and `onReread` for many, until stopped. */
export function listenToBroadcasts(
  userId: string,
  onChange: (change: MarkChange) => void,
  onReread: () => void,
): () => void {
  function receive({ data }: MessageEvent<unknown>) {
    const change = parseChange(data)
    const { userId: owner, reread } = Object(data) as { userId?: unknown; reread?: unknown }
    // Another tab may still use another account for a moment after a sign-out.
    if (owner !== userId) return
    if (change) onChange(change)
    else if (reread === true) onReread()
  }
  marksChannel().addEventListener('message', receive)
  return () => marksChannel().removeEventListener('message', receive)
}
