import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import {
  currentConnection,
  onReconnect,
  setTrouble,
  subscribeToConnection,
} from '../../../connection/connection.ts'
import { marksKey } from '../marks/marks-query.ts'
import { trackingOf } from '../marks/tracking.ts'
import { flushQueue } from './flush-queue.ts'
import { listenToQueuedMarks, removeOldQueuedMarks } from './queued-marks.ts'

const NO_MARKS = { subscribe: () => () => {}, countQueued: () => 0 }

/**
 * Flushes a person's queue as soon as the site responds, and follows the changes that other tabs make to it.
 * @returns the number of queued marks.
 */
export function useQueuedMarks(userId: string | undefined): number {
  const client = useQueryClient()

  useEffect(removeOldQueuedMarks, [])

  useEffect(() => {
    if (userId === undefined) return
    const tracking = trackingOf(client, userId)
    const { pending } = tracking
    const flush = async () => pending.countQueued() > 0 && flushQueue(tracking)
    const flushWhenVisible = () =>
      document.visibilityState === 'visible' && currentConnection() === 'online' && flush()
    const stops = [
      onReconnect(flush),
      listenToQueuedMarks(userId, (key, mark) => pending.applyStored(key, mark)),
      // Another tab may have sent them all.
      pending.subscribe(() => pending.countQueued() === 0 && setTrouble('marks', false)),
      onReconnected(() => client.invalidateQueries({ queryKey: marksKey(userId) })),
    ]
    document.addEventListener('visibilitychange', flushWhenVisible)
    // An earlier page may have left marks in the queue.
    void flush()
    return () => {
      for (const stop of stops) stop()
      document.removeEventListener('visibilitychange', flushWhenVisible)
      setTrouble('marks', false)
    }
  }, [client, userId])

  const { subscribe, countQueued } = userId === undefined ? NO_MARKS : trackingOf(client, userId).pending
  return useSyncExternalStore(subscribe, countQueued, NO_MARKS.countQueued)
}

/** Calls `reread` when the site can be reached again, because other devices may have changed the marks since. */
function onReconnected(reread: () => void): () => void {
  let previous = currentConnection()
  return subscribeToConnection(() => {
    const current = currentConnection()
    if (current === 'online' && previous !== 'online') reread()
    previous = current
  })
}
