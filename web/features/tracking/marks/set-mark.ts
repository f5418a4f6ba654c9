import { currentConnection, setTrouble } from '../../../connection/connection.ts'
import { withSharedLock } from '../queue/cross-tab-lock.ts'
import { broadcastMark } from '../queue/mark-broadcast.ts'
import { sendQueue, sendTogether } from '../queue/send-queue.ts'
import { SignedOutError } from '../signed-in-client.ts'
import { type DetailRow, type MarkChange, markKey, type PlainMark, readMarkKey, tableOf } from './marks.ts'
import { marksKey, marksQuery } from './marks-query.ts'
import { RetryableError } from './pending-marks.ts'
import { confirm, type Tracking } from './tracking.ts'
import { writeMark } from './write-mark.ts'

/**
 * Sets or removes a mark: at once on the page, then on the server, or in the queue if the server cannot be reached.
 * @param row the contents that are set with it.
 * @returns whether the mark is set now, after the last click, on the server or in the queue; undefined if an earlier
 * call for the same mark is under way, which then sends this value, too.
 * @throws SignedOutError, or RejectedError if the server has rejected the mark. The mark is then as last confirmed.
 */
export async function setMark(
  tracking: Tracking,
  change: PlainMark,
  row?: DetailRow,
): Promise<boolean | undefined> {
  const { client, userId, pending } = tracking
  if (row) {
    await setMarks(tracking, [{ ...change, row }])
    return change.on
  }
  const key = markKey(change)
  // A mark joins a queue that is not empty; otherwise an earlier queued mark could be sent after it.
  if (currentConnection() === 'offline' || pending.countQueued() > 0) {
    pending.enqueue(new Map([[key, { on: change.on }]]))
    if (currentConnection() === 'online') void sendQueue(tracking)
    return change.on
  }
  try {
    return await pending.set(key, change.on, (on) =>
      withSharedLock(async () => {
        const sent = { ...change, on }
        await writeMark(userId, sent).catch(reportNoResponse)
        await confirm(client, userId, [sent], 'this page')
        broadcastMark(userId, sent)
      }),
    )
  } catch (error) {
    void client.invalidateQueries({
      queryKey: marksQuery(userId, tableOf(change.mark, change.setId)).queryKey,
    })
    throw error
  }
}

/**
 * Sets or removes marks with one request: at once on the page, then on the server, or in the queue if the server
 * cannot be reached.
 * @throws SignedOutError. The marks are then as last confirmed; those with contents are queued until the person signs in
 * again, so that nothing typed is lost.
 */
export async function setMarks(tracking: Tracking, changes: readonly MarkChange[]): Promise<void> {
  const { client, userId, pending } = tracking
  // In the order of the films and the sets, so that two devices do not wait for each other's rows.
  const ordered = changes.toSorted(
    (a, b) => (a.filmId ?? 0) - (b.filmId ?? 0) || (a.setId ?? 0) - (b.setId ?? 0),
  )
  const values = new Map(ordered.map((change) => [markKey(change), { on: change.on, row: change.row }]))
  if (currentConnection() === 'offline' || pending.countQueued() > 0) {
    pending.enqueue(values)
    if (currentConnection() === 'online') void sendQueue(tracking)
    return
  }
  try {
    const newer = await pending.setTogether(values, (marks) =>
      withSharedLock(async () => {
        const isAccepted = await sendTogether(tracking, marks).catch(reportNoResponse)
        // The queue sends them in parts, and reports which the server rejects.
        if (!isAccepted) throw new RetryableError('The marks are sent in parts.')
      }),
    )
    if (newer.size > 0)
      await setMarks(
        tracking,
        [...newer].map(([key, { on, row }]) => ({ ...readMarkKey(key), on, row })),
      )
    if (pending.countQueued() > 0 && currentConnection() === 'online') void sendQueue(tracking)
  } catch (error) {
    if (error instanceof SignedOutError)
      pending.enqueue(new Map([...values].filter(([, { row }]) => row !== undefined)))
    void client.invalidateQueries({ queryKey: marksKey(userId) })
    throw error
  }
}

function reportNoResponse(error: unknown): never {
  if (error instanceof RetryableError) setTrouble('marks', true)
  throw error
}
