import { currentConnection, setTrouble } from '../../../connection/connection.ts'
import { withSharedLock } from '../queue/cross-tab-lock.ts'
import { flushQueue } from '../queue/flush-queue.ts'
import { broadcastMark } from '../queue/mark-broadcast.ts'
import { type MarkChange, markKey, tableOf } from './marks.ts'
import { marksQuery } from './marks-query.ts'
import { RetryableError } from './pending-marks.ts'
import { confirm, type Tracking } from './tracking.ts'
import { writeMark } from './write-mark.ts'

/**
 * Sets or removes a mark: at once on the page, then on the server, or in the queue if the server cannot be reached.
 * @returns and throws as `PendingMarks.set` and `writeMark` do; after a rejection the marks are as last confirmed.
 */
export async function setMark(tracking: Tracking, change: MarkChange): Promise<boolean | undefined> {
  const { client, userId, pending } = tracking
  const key = markKey(change)
  // A mark joins a queue that is not empty; otherwise an earlier queued mark could be sent after it.
  if (currentConnection() === 'offline' || pending.countQueued() > 0) {
    pending.enqueue(key, change.on)
    if (currentConnection() === 'online') void flushQueue(tracking)
    return change.on
  }
  try {
    return await pending.set(key, change.on, (on) =>
      withSharedLock(async () => {
        const sent = { ...change, on }
        await writeMark(userId, sent).catch(reportNoResponse)
        await confirm(client, userId, sent)
        broadcastMark(userId, sent)
      }),
    )
  } catch (error) {
    void client.invalidateQueries({ queryKey: marksQuery(userId, tableOf(change.mark)).queryKey })
    throw error
  }
}

function reportNoResponse(error: unknown): never {
  if (error instanceof RetryableError) setTrouble('marks', true)
  throw error
}
