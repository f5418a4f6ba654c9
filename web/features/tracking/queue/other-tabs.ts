import { type MarkChange, parseChange } from '../marks/marks.ts'

// One for the tab: a channel does not hear itself.
let channel: BroadcastChannel | undefined

function tabs(): BroadcastChannel {
  channel ??= new BroadcastChannel('marks')
  return channel
}

/** Tells the person's other tabs what the server has confirmed. */
export function tellOtherTabs(userId: string, change: MarkChange): void {
  tabs().postMessage({ userId, ...change })
}

/** Hears what other tabs have changed for this person, until the returned function is called. */
export function listenToOtherTabs(userId: string, onChange: (change: MarkChange) => void): () => void {
  function hear({ data }: MessageEvent<unknown>) {
    const change = parseChange(data)
    // For a moment another account may be in use there, until both tabs have followed a sign-out.
    if (change && (data as { userId?: unknown }).userId === userId) onChange(change)
  }
  tabs().addEventListener('message', hear)
  return () => tabs().removeEventListener('message', hear)
}
