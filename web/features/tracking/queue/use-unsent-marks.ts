import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import {
  currentConnection,
  onReconnect,
  setTrouble,
  subscribeToConnection,
} from '../../../connection/connection.ts'
import { marksKey } from '../marks/marks-query.ts'
import { toWish } from '../marks/stored-pending-marks.ts'
import { trackingOf } from '../marks/tracking.ts'
import { deliver } from './deliver.ts'
import { forgetOldUnsent, listenToUnsent } from './unsent-marks.ts'

const NOTHING = { subscribe: () => () => {}, countWaiting: () => 0 }

/**
 * Sends what a person's marks wait for as soon as the site answers, and follows what other tabs keep and send.
 * @returns how many wait.
 */
export function useUnsentMarks(userId: string | undefined): number {
  const client = useQueryClient()

  useEffect(forgetOldUnsent, [])

  useEffect(() => {
    if (userId === undefined) return
    const tracking = trackingOf(client, userId)
    const { wishes } = tracking
    const send = async () => wishes.countWaiting() > 0 && deliver(tracking)
    const sendWhenSeen = () =>
      document.visibilityState === 'visible' && currentConnection() === 'online' && send()
    const stops = [
      onReconnect(send),
      listenToUnsent(userId, (key, mark) => wishes.hear(key, mark && toWish(mark))),
      // Another tab may have sent them all.
      wishes.subscribe(() => wishes.countWaiting() === 0 && setTrouble('marks', false)),
      rereadWhenBack(() => client.invalidateQueries({ queryKey: marksKey(userId) })),
    ]
    document.addEventListener('visibilitychange', sendWhenSeen)
    // What an earlier page has left.
    void send()
    return () => {
      for (const stop of stops) stop()
      document.removeEventListener('visibilitychange', sendWhenSeen)
      setTrouble('marks', false)
    }
  }, [client, userId])

  const { subscribe, countWaiting } = userId === undefined ? NOTHING : trackingOf(client, userId).wishes
  return useSyncExternalStore(subscribe, countWaiting, NOTHING.countWaiting)
}

/** While the site was out of reach, other devices may have changed what is on the page. */
function rereadWhenBack(reread: () => void): () => void {
  let former = currentConnection()
  return subscribeToConnection(() => {
    const present = currentConnection()
    if (present === 'online' && former !== 'online') reread()
    former = present
  })
}
