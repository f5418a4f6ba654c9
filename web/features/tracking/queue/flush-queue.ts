import { setTrouble } from '../../../connection/connection.ts'
import { type MarkChange, readMarkKey } from '../marks/marks.ts'
import { marksKey } from '../marks/marks-query.ts'
import { type PendingMark, RetryableError } from '../marks/pending-marks.ts'
import { confirm, readStoredMarks, type Tracking } from '../marks/tracking.ts'
import { RejectedError, requestAs } from '../marks/write-mark.ts'
import { showRejections } from '../rejection-toasts.ts'
import { SignedOutError } from '../signed-in-client.ts'
import { withExclusiveLock } from './cross-tab-lock.ts'
import { broadcastMark } from './mark-broadcast.ts'

// The most marks that the server accepts in one request.
const BATCH_SIZE = 200
const TIMEOUT_MS = 20_000

/** The result of a flush, by the number of marks. */
export interface FlushResult {
  /** Marks that the server now has as they were made. */
  sent: number
  /** Marks that were left out because their rows have been changed elsewhere since. */
  changed: number
  /** Marks that were left out because their films are no longer in the catalogue. */
  gone: number
  /** Marks that the server has rejected. */
  rejected: MarkChange[]
}

/** The result, or the number of marks that stay queued because the session has ended. */
export type FlushOutcome = FlushResult | { queued: number }

type KeyedMark = PendingMark & { key: string }

const underWay = new WeakMap<Tracking, Promise<void>>()
const listeners = new Set<(outcome: FlushOutcome) => void>()

/** Sends the queued marks, unless that is under way. It never throws: marks that could not be sent stay queued. */
export function flushQueue(tracking: Tracking): Promise<void> {
  const flush = underWay.get(tracking) ?? sendAndReport(tracking).finally(() => underWay.delete(tracking))
  underWay.set(tracking, flush)
  return flush
}

/** Calls the listener with the outcome of each flush, until the returned function is called. */
export function listenToFlushes(listener: (outcome: FlushOutcome) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function sendAndReport(tracking: Tracking): Promise<void> {
  try {
    const result = await sendQueuedMarks(tracking)
    setTrouble('marks', false)
    report(result)
    void showRejections(result.rejected)
  } catch (error) {
    console.warn(error)
    const isSignedOut = error instanceof SignedOutError
    // A retry cannot succeed before the person has signed in again.
    setTrouble('marks', !isSignedOut)
    if (isSignedOut) report({ queued: tracking.pending.countQueued() })
  }
}

function report(outcome: FlushOutcome): void {
  for (const listener of listeners) listener(outcome)
}

/**
 * Sends all queued marks, oldest first. Sending a mark twice does no harm.
 * @throws SignedOutError or RetryableError; the marks that have not been sent by then stay queued.
 */
function sendQueuedMarks(tracking: Tracking): Promise<FlushResult> {
  return withExclusiveLock(async () => {
    const { client, userId, pending } = tracking
    const result: FlushResult = { sent: 0, changed: 0, gone: 0, rejected: [] }
    // Another tab may have sent them while this one waited for the lock.
    pending.applyAllStored(readStoredMarks(userId))
    for (let batch = nextBatch(tracking); batch.length > 0; batch = nextBatch(tracking)) {
      const outcomes = await sendBatch(userId, batch)
      for (const [index, mark] of batch.entries()) await settle(tracking, mark, outcomes[index], result)
    }
    if (result.changed + result.gone + result.rejected.length > 0) {
      void client.invalidateQueries({ queryKey: marksKey(userId) })
    }
    return result
  })
}

function nextBatch({ pending }: Tracking): KeyedMark[] {
  return pending.queued().slice(0, BATCH_SIZE)
}

/** Returns the outcome of each mark. A rejected batch is sent again in halves, to find the mark that was rejected. */
async function sendBatch(userId: string, batch: KeyedMark[]): Promise<string[]> {
  try {
    return await applyMarks(userId, batch)
  } catch (error) {
    if (!(error instanceof RejectedError)) throw error
    console.warn(error)
    if (batch.length === 1) return ['rejected']
    const half = Math.ceil(batch.length / 2)
    const first = await sendBatch(userId, batch.slice(0, half))
    return [...first, ...(await sendBatch(userId, batch.slice(half)))]
  }
}

async function applyMarks(userId: string, batch: KeyedMark[]): Promise<string[]> {
  const marks = batch.map(({ key, on, at }) => {
    const { mark, filmId } = readMarkKey(key)
    return { mark, film_id: filmId, on, made_at: at }
  })
  const outcomes = await requestAs(userId, (client) =>
    client
      .rpc('apply_marks', { of_user: userId, marks, sent_at: Date.now() })
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS)),
  )
  if (outcomes?.length !== batch.length) throw new RetryableError('The response does not match these marks.')
  return outcomes
}

async function settle(
  { client, userId, pending }: Tracking,
  { key, on, at }: KeyedMark,
  outcome: string | undefined,
  result: FlushResult,
): Promise<void> {
  const change = { ...readMarkKey(key), on }
  if (outcome === 'written' || outcome === 'same') {
    await confirm(client, userId, change)
    broadcastMark(userId, change)
    result.sent++
  } else if (outcome === 'changed') result.changed++
  else if (outcome === 'no film') result.gone++
  else result.rejected.push(change)
  pending.settle(key, at)
}
