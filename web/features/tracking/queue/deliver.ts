import { setTrouble } from '../../../connection/connection.ts'
import type { Tracking } from '../marks/tracking.ts'
import { SignedOutError } from '../own-client.ts'
import { tellRefused } from '../tell-refused.ts'
import type { Delivery } from './flush-queue.ts'

/** What there is to tell of an attempt to send what has waited; or how many are kept, because the session has ended. */
export type News = Delivery | { kept: number }

const underWay = new WeakMap<Tracking, Promise<void>>()
const listeners = new Set<(news: News) => void>()

/** Sends what waits for the server, unless that is being done. It never throws: what could not be sent waits on. */
export function deliver(tracking: Tracking): Promise<void> {
  const delivery = underWay.get(tracking) ?? attempt(tracking).finally(() => underWay.delete(tracking))
  underWay.set(tracking, delivery)
  return delivery
}

/** Hears what comes of it, until the returned function is called. */
export function listenToDeliveries(listener: (news: News) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function attempt(tracking: Tracking): Promise<void> {
  try {
    // Few ever need it, and they are connected then.
    const { sendWaiting } = await import('./flush-queue.ts')
    const delivery = await sendWaiting(tracking)
    setTrouble('marks', false)
    tell(delivery)
    void tellRefused(delivery.refused)
  } catch (error) {
    console.warn(error)
    const isSignedOut = error instanceof SignedOutError
    // Trying again brings nothing before the person has signed in.
    setTrouble('marks', !isSignedOut)
    if (isSignedOut) tell({ kept: tracking.wishes.countWaiting() })
  }
}

function tell(news: News): void {
  for (const listener of listeners) listener(news)
}
