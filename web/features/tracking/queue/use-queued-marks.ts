import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import {
  currentConnection,
  isCutOff,
  onReconnect,
  setTrouble,
  subscribeToConnection,
} from '../../../connection/connection.ts'
import { setUnsentChanges } from '../../../session/unsent-changes.ts'
import { marksKey } from '../marks/marks-query.ts'
import type { PendingMarks } from '../marks/pending-marks.ts'
import { forgetTracking, trackingOf } from '../marks/tracking.ts'
import { sendQueue } from './send-queue.ts'
import { listenToStoredMarks, removeOldMarks } from './stored-marks.ts'

/** How long signing out waits for marks to be sent. */
const LONGEST_SEND_MS = 5_000

const NO_MARKS = { subscribe: () => () => {}, countQueued: () => 0 }

/**
 * Sends a person's queue as soon as the site responds, and follows the changes that other tabs make to it.
 * @returns the number of queued marks.
 */
export function useQueuedMarks(userId: string | undefined): number {
  const client = useQueryClient()

  useEffect(removeOldMarks, [])

  useEffect(() => {
    if (userId === undefined) return
    const tracking = trackingOf(client, userId)
    const { pending } = tracking
    const send = async () => pending.countQueued() > 0 && sendQueue(tracking)
    const sendWhenVisible = () =>
      document.visibilityState === 'visible' && currentConnection() === 'online' && send()
    const stops = [
      onReconnect(send),
      listenToStoredMarks(userId, (key, mark) => pending.applyStored(key, mark)),
      // Another tab may have sent them all.
      pending.subscribe(() => pending.countQueued() === 0 && setTrouble('marks', false)),
      onReconnected(() => client.invalidateQueries({ queryKey: marksKey(userId) })),
    ]
    document.addEventListener('visibilitychange', sendWhenVisible)
    setUnsentChanges(async () => {
      await onceSent(pending, send())
      return pending.countPending()
    })
    // An earlier page may have left marks in the queue.
    void send()
    return () => {
      for (const stop of stops) stop()
      document.removeEventListener('visibilitychange', sendWhenVisible)
      setTrouble('marks', false)
      setUnsentChanges(async () => 0)
      forgetTracking(client)
    }
  }, [client, userId])

  const { subscribe, countQueued } = userId === undefined ? NO_MARKS : trackingOf(client, userId).pending
  return useSyncExternalStore(subscribe, countQueued, NO_MARKS.countQueued)
}

/**
 * Resolves when no mark is pending, when the site is out of reach and an attempt to send has ended, or after some seconds.
 * @param attempt never rejects. The site may be within reach again before its check says so.
 */
function onceSent(pending: PendingMarks, attempt: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    let isAttempted = false
    const stops = [pending.subscribe(check), subscribeToConnection(check)]
    const timer = setTimeout(end, LONGEST_SEND_MS)
    check()
    attempt.then(() => {
      isAttempted = true
      check()
    })

    function check(): void {
      if (pending.countPending() === 0 || (isAttempted && isCutOff())) end()
    }

    function end(): void {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve()
    }
  })
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
