import { type MarkTable, readMarkKey, tableOf } from './marks.ts'
import { marksKey } from './marks-query.ts'
import { alone } from './one-sender.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { SignedOutError } from './own-client.ts'
import { readStoredWishes } from './stored-wishes.ts'
import { confirm, type Tracking } from './tracking.ts'
import { UnansweredError, type Wish } from './wishes.ts'
import { answerOf } from './write-mark.ts'

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
  /** Where the server refused any. */
  refused: Set<MarkTable>
}

type Waiting = Wish & { key: string }

/**
 * Sends all marks that wait, in the order they were made; again without harm.
 * @throws SignedOutError or UnansweredError; what has not been sent by then waits on.
 */
export function sendWaiting(tracking: Tracking): Promise<Delivery> {
  return alone(async () => {
    const { client, userId, wishes } = tracking
    const delivery: Delivery = { sent: 0, changed: 0, gone: 0, refused: new Set() }
    // Another tab may have sent them while this one waited for its turn.
    wishes.hearAll(readStoredWishes(userId))
    for (let batch = nextOf(tracking); batch.length > 0; batch = nextOf(tracking)) {
      const outcomes = await outcomesOf(userId, batch)
      for (const [index, wish] of batch.entries()) await settle(tracking, wish, outcomes[index], delivery)
    }
    if (delivery.changed + delivery.gone + delivery.refused.size > 0) {
      void client.invalidateQueries({ queryKey: marksKey(userId) })
    }
    return delivery
  })
}

function nextOf({ wishes }: Tracking): Waiting[] {
  return wishes.waiting().slice(0, BATCH_SIZE)
}

async function outcomesOf(userId: string, batch: Waiting[]): Promise<(string | undefined)[]> {
  const marks = batch.map(({ key, value, at }) => {
    const { mark, filmId } = readMarkKey(key)
    return { mark, film_id: filmId, on: value, made_at: at }
  })
  try {
    return await answerOf(userId, (client) =>
      client
        .rpc('apply_marks', { of_user: userId, marks, sent_at: Date.now() })
        .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
        .then((answer) => ({ ...answer, data: answer.data ?? [] })),
    )
  } catch (error) {
    if (error instanceof SignedOutError || error instanceof UnansweredError) throw error
    console.warn(error)
    return []
  }
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
  else delivery.refused.add(tableOf(change.mark))
  wishes.settle(key, at)
}
