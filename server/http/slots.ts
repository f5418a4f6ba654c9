/** The most requests served at once. Nearly all of them wait for the database; more would only wait longer. */
const MAX_SLOTS = 250

/**
 * When a request takes longer than this, there are fewer slots from then on, but never fewer than the requests that
 * opening a page for a few people causes.
 */
const TARGET_MS = 2000
const MIN_SLOTS = 64

/**
 * A share of the slots is reserved for visitors with no more requests at once than a page sends, so that a visitor who
 * sends many leaves some to the others. Behind a proxy that is not trusted, all visitors count as one, and use the
 * shared slots.
 */
const REQUESTS_OF_A_PAGE = 4
const RESERVED_SHARE = 0.2

type Kind = 'reserved' | 'shared'

export interface Slot {
  kind: Kind
  net: string
  takenAt: number
  /** How many slots were taken then, this one included. */
  takenSlots: number
}

/** The slots of a process. Each belongs to the network of a visitor. */
export interface Slots {
  isFree(net: string): boolean
  /** Returns undefined if no slot is free. */
  take(net: string): Slot | undefined
  /** Takes a free slot, or one more than there are. */
  takeAnyway(net: string): Slot
  /** Frees a slot, and adjusts their number to the time for which it was taken. */
  release(slot: Slot): void
}

export function openSlots(): Slots {
  const requestsOf = new Map<string, number>()
  const taken = { reserved: 0, shared: 0 }
  let slots = MAX_SLOTS

  function freeKind(net: string): Kind | undefined {
    const mayUseReserved = (requestsOf.get(net) ?? 0) < REQUESTS_OF_A_PAGE
    if (mayUseReserved && taken.reserved < slots * RESERVED_SHARE) return 'reserved'
    return taken.shared < slots * (1 - RESERVED_SHARE) ? 'shared' : undefined
  }

  function take(net: string, kind: Kind): Slot {
    taken[kind]++
    requestsOf.set(net, (requestsOf.get(net) ?? 0) + 1)
    return { kind, net, takenAt: performance.now(), takenSlots: taken.reserved + taken.shared }
  }

  return {
    isFree: (net) => freeKind(net) !== undefined,
    take(net) {
      const kind = freeKind(net)
      return kind && take(net, kind)
    },
    takeAnyway: (net) => take(net, freeKind(net) ?? 'shared'),
    release({ kind, net, takenAt, takenSlots }) {
      taken[kind]--
      const left = (requestsOf.get(net) ?? 1) - 1
      if (left > 0) requestsOf.set(net, left)
      else requestsOf.delete(net)
      const ms = performance.now() - takenAt
      if (ms <= TARGET_MS) slots = Math.min(MAX_SLOTS, slots + 1)
      // By Little’s law, requests in progress = throughput × time of each: at TARGET_MS each, that many slots suffice.
      // A slow request beside few others does not show the throughput.
      else if (takenSlots > MIN_SLOTS)
        slots = Math.max(MIN_SLOTS, Math.min(slots, (takenSlots * TARGET_MS) / ms))
    },
  }
}
