import { type MarkChange, readMarkKey } from '../marks/marks.ts'
import { marksKey } from '../marks/marks-query.ts'
import { UnansweredError, type Wish } from '../marks/pending-marks.ts'
import { readStoredWishes } from '../marks/stored-pending-marks.ts'
import { confirm, type Tracking } from '../marks/tracking.ts'
import { answerOf, RefusedError } from '../marks/write-mark.ts'
import { alone } from './cross-tab-lock.ts'
import { tellOtherTabs } from './other-tabs.ts'

// No more than the server takes at once.
const BATCH_SIZE = 200
const TIMEOUT_MS = 20_000

/** What came of the marks that had waited. */
export interface Delivery {
  /** How many are on the server as they were made. */
  sent: number
  /** How many were left out because their rows had been changed elsewhere since. */
  changed: number
  /** How many were left out because their films are no longer in the catalogue. */
  gone: number
  /** Which the server refused. */
  refused: MarkChange[]
}

type Waiting = Wish & { key: string }

/**
 * Sends all marks that wait, in the order they were made; again without harm.
 * @throws SignedOutError or UnansweredError; what has not been sent by then waits on.
 */
export function sendWaiting(tracking: Tracking): Promise<Delivery> {
  return alone(async () => {
    const { client, userId, wishes } = tracking
    const delivery: Delivery = { sent: 0, changed: 0, gone: 0, refused: [] }
    // Another tab may have sent them while this one waited for its turn.
    wishes.hearAll(readStoredWishes(userId))
    for (let batch = nextOf(tracking); batch.length > 0; batch = nextOf(tracking)) {
      const outcomes = await outcomesOf(userId, batch)
      for (const [index, wish] of batch.entries()) await settle(tracking, wish, outcomes[index], delivery)
    }
    if (delivery.changed + delivery.gone + delivery.refused.length > 0) {
      void client.invalidateQueries({ queryKey: marksKey(userId) })
    }
    return delivery
  })
}

function nextOf({ wishes }: Tracking): Waiting[] {
  return wishes.waiting().slice(0, BATCH_SIZE)
}

/** What came of each mark. A batch that is refused is sent again in halves, until it is known which mark it was. */
async function outcomesOf(userId: string, batch: Waiting[]): Promise<string[]> {
  try {
    return await apply(userId, batch)
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    console.warn(error)
    if (batch.length === 1) return ['refused']
    const half = Math.ceil(batch.length / 2)
    const first = await outcomesOf(userId, batch.slice(0, half))
    return [...first, ...(await outcomesOf(userId, batch.slice(half)))]
  }
}

async function apply(userId: string, batch: Waiting[]): Promise<string[]> {
  const marks = batch.map(({ key, value, at }) => {
    const { mark, filmId } = readMarkKey(key)
    return { mark, film_id: filmId, on: value, made_at: at }
  })
  const outcomes = await answerOf(userId, (client) =>
    client
      .rpc('apply_marks', { of_user: userId, marks, sent_at: Date.now() })
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS)),
  )
  if (outcomes?.length !== batch.length) throw new UnansweredError('What came is no answer to these marks.')
  return outcomes
}

async function settle(
  { client, userId, wishes }: Tracking,
  { key, value, at }: Waiting,
  outcome: string | undefined,
  delivery: Delivery,
): Promise<void> {
  const change = { ...readMarkKey(key), on: value }
  if (outcome === 'written' || outcome === 'same') {
    await confirm(client, userId, change)
    tellOtherTabs(userId, change)
    delivery.sent++
  } else if (outcome === 'changed') delivery.changed++
  else if (outcome === 'no film') delivery.gone++
  else delivery.refused.push(change)
  wishes.settle(key, at)
}
