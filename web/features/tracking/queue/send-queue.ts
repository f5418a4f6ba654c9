import { setTrouble } from '../../../connection/connection.ts'
import { keepRefused } from '../details/refused-details.ts'
import { readMarkKey } from '../marks/marks.ts'
import { marksKey } from '../marks/marks-query.ts'
import { RetryableError, type SentMark } from '../marks/pending-marks.ts'
import { confirm, storedAsQueued, type Tracking } from '../marks/tracking.ts'
import { RejectedError, requestAs } from '../marks/write-mark.ts'
import { type Rejection, showRejections } from '../rejection-toasts.ts'
import { SignedOutError } from '../signed-in-client.ts'
import { withExclusiveLock } from './cross-tab-lock.ts'
import { broadcastMark, broadcastReread } from './mark-broadcast.ts'

// The most marks that the server accepts in one request (`apply_marks`, supabase/migrations/…_apply_details.sql).
const BATCH_SIZE = 2000
// Other tabs receive up to this number of changes one by one; after more they read all marks again.
const MAX_BROADCAST = 20
const TIMEOUT_MS = 20_000

/** The result of sending the queue, by the number of marks. */
export interface SendResult {
  /** Marks that the server now has as they were made. */
  sent: number
  /** Marks that were left out because their rows have been changed elsewhere since. */
  changed: number
  /** Marks that were left out because their films are no longer in the catalogue. */
  gone: number
  /** Marks that the server has rejected. */
  rejected: Rejection[]
}

/** The result, or the number of marks that stay queued because the session has ended. */
export type SendOutcome = SendResult | { queued: number }

const underWay = new WeakMap<Tracking, Promise<void>>()
const listeners = new Set<(outcome: SendOutcome) => void>()

/** Sends the queue, unless that is under way. It never throws: marks that could not be sent stay queued. */
export function sendQueue(tracking: Tracking): Promise<void> {
  const sending = underWay.get(tracking) ?? sendAndReport(tracking).finally(() => underWay.delete(tracking))
  underWay.set(tracking, sending)
  return sending
}

/** Calls the listener with the outcome each time the queue was sent, until the returned function is called. */
export function listenToSends(listener: (outcome: SendOutcome) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function sendAndReport(tracking: Tracking): Promise<void> {
  try {
    const result = await sendAll(tracking)
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

function report(outcome: SendOutcome): void {
  for (const listener of listeners) listener(outcome)
}

/**
 * Sends all queued marks, oldest first. Sending a mark twice does no harm.
 * @throws SignedOutError or RetryableError; the marks that have not been sent by then stay queued.
 */
function sendAll(tracking: Tracking): Promise<SendResult> {
  return withExclusiveLock(async () => {
    const { userId, pending } = tracking
    const result = noResult()
    // Another tab may have sent them while this one waited for the lock.
    pending.applyAllStored(storedAsQueued(userId))
    for (let batch = nextBatch(tracking); batch.length > 0; batch = nextBatch(tracking)) {
      const outcomes = await sendBatch(userId, batch)
      await settle(tracking, batch, outcomes, result)
      pending.settle(batch)
    }
    return result
  })
}

function nextBatch({ pending }: Tracking): SentMark[] {
  return pending.queued().slice(0, BATCH_SIZE)
}

/** What has become of a mark: what `apply_marks` returns for it, or the error if it was rejected. */
type Outcome = string | RejectedError

/** Returns the outcome of each mark. A rejected batch is sent again in halves, to find the mark that was rejected. */
async function sendBatch(userId: string, batch: SentMark[]): Promise<Outcome[]> {
  try {
    return await applyMarks(userId, batch)
  } catch (error) {
    if (!(error instanceof RejectedError)) throw error
    console.warn(error)
    if (batch.length === 1) return [error]
    const half = Math.ceil(batch.length / 2)
    const first = await sendBatch(userId, batch.slice(0, half))
    return [...first, ...(await sendBatch(userId, batch.slice(half)))]
  }
}

async function applyMarks(userId: string, batch: readonly SentMark[]): Promise<string[]> {
  const marks = batch.map(({ key, on, row, at }) => {
    const { mark, filmId, setId, id } = readMarkKey(key)
    const subject = setId === undefined ? { film_id: filmId } : { set_id: setId }
    return { mark, ...subject, on, made_at: at, ...(id && { id }), ...(row && { row }) }
  })
  const outcomes = await requestAs(userId, (client) =>
    client
      .rpc('apply_marks', { of_user: userId, marks, sent_at: Date.now() })
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS)),
  )
  if (outcomes?.length !== batch.length) throw new RetryableError('The response does not match these marks.')
  return outcomes
}

/**
 * Sends marks that are not in the queue, in one request if the server accepts so many, and confirms them.
 * @returns false if the server has rejected some.
 * @throws SignedOutError or RetryableError
 */
export async function sendTogether(tracking: Tracking, marks: readonly SentMark[]): Promise<boolean> {
  try {
    for (let from = 0; from < marks.length; from += BATCH_SIZE) {
      const batch = marks.slice(from, from + BATCH_SIZE)
      await settle(tracking, batch, await applyMarks(tracking.userId, batch), noResult())
    }
    return true
  } catch (error) {
    if (error instanceof RejectedError) return false
    throw error
  }
}

/** Confirms the marks that the server has, and adds all to the result. */
async function settle(
  { client, userId }: Tracking,
  marks: readonly SentMark[],
  outcomes: readonly Outcome[],
  result: SendResult,
): Promise<void> {
  const changes = marks.map(({ key, on, row }) => ({ ...readMarkKey(key), on, row }))
  const confirmed = changes.filter((_, index) => outcomes[index] === 'written' || outcomes[index] === 'same')
  await confirm(client, userId, confirmed, 'this page')
  if (confirmed.length > MAX_BROADCAST) broadcastReread(userId)
  else for (const change of confirmed) broadcastMark(userId, change)
  result.sent += confirmed.length
  result.changed += outcomes.filter((outcome) => outcome === 'changed').length
  result.gone += outcomes.filter((outcome) => outcome === 'no film').length
  for (const [index, change] of changes.entries()) {
    const outcome = outcomes[index]
    if (!(outcome instanceof RejectedError)) continue
    const rejection = { change, reason: outcome.reason }
    keepRefused(client, userId, rejection)
    result.rejected.push(rejection)
  }
  if (confirmed.length < changes.length) void client.invalidateQueries({ queryKey: marksKey(userId) })
}

function noResult(): SendResult {
  return { sent: 0, changed: 0, gone: 0, rejected: [] }
}
