import { LRUCache } from 'lru-cache'
import { DatabaseError, type Statement } from './database.ts'

/** A batch that takes longer than this is costly. Most requests of the pages take less. */
const COSTLY_MS = 4

/** One batch in this number is the one that waits longest, so that each gets its turn. */
const TURN = 8

/** Far more than the statements of all pages. */
const MAX_SHAPES = 2000

/** The least of these times counts, because a busy machine makes any batch take longer. */
const REMEMBERED_TIMES = 4

/** What a batch returns, and how long the engine worked on it. */
export interface Timed<T> {
  result: T
  ms: number
}

/** Decides when batches of statements run. */
export interface CostlyLane {
  /** Runs a batch when it is its turn. @param begin sends it to the engine. */
  run<T>(statements: readonly Statement[], begin: () => Promise<Timed<T>>): Promise<T>
}

interface Waiting {
  shape: string
  /** Runs it. Returns a function that settles its promise. */
  start: () => Promise<() => void>
}

/**
 * Runs cheap batches before costly ones: however many costly ones come at once, a cheap one waits for one of them. How
 * long a batch takes is learned from earlier ones with the same statements; one that is not known yet counts as costly.
 * @param atOnce how many batches the engine is sent at once, and how many of them may be costly.
 * @param longestWaitMs after which a batch is refused with 08006 (connection_failure).
 */
export function openCostlyLane(
  atOnce: { all: number; costly: number },
  longestWaitMs = Number.POSITIVE_INFINITY,
): CostlyLane {
  const waiting: Waiting[] = []
  const times = new LRUCache<string, number[]>({ max: MAX_SHAPES })
  const running = { all: 0, costly: 0 }
  let overtakings = 0

  const expectedMs = ({ shape }: Waiting) => Math.min(...(times.get(shape) ?? [COSTLY_MS + 1]))
  const isCostly = (batch: Waiting) => expectedMs(batch) > COSTLY_MS

  /** Removes and returns the batch to run next, if one may start. */
  function next(): Waiting | undefined {
    if (running.all >= atOnce.all) return undefined
    const [oldest, ...others] = waiting.filter((batch) => running.costly < atOnce.costly || !isCostly(batch))
    if (!oldest) return undefined
    const cheapest = others.reduce((a, b) => (expectedMs(b) < expectedMs(a) ? b : a), oldest)
    const chosen = overtakings < TURN ? cheapest : oldest
    overtakings = chosen === oldest ? 0 : overtakings + 1
    waiting.splice(waiting.indexOf(chosen), 1)
    return chosen
  }

  function startWaiting(): void {
    for (let batch = next(); batch; batch = next()) start(batch)
  }

  async function start(batch: Waiting): Promise<void> {
    const costly = Number(isCostly(batch))
    running.all += 1
    running.costly += costly
    const settle = await batch.start()
    running.all -= 1
    running.costly -= costly
    startWaiting()
    settle()
  }

  function refuse(batch: Waiting, reject: (error: Error) => void): void {
    const position = waiting.indexOf(batch)
    if (position < 0) return
    waiting.splice(position, 1)
    const message = `The database was busy for ${longestWaitMs / 1000} seconds.`
    reject(new DatabaseError({ message, code: '08006' }))
  }

  return {
    run(statements, begin) {
      return new Promise((resolve, reject) => {
        const shape = shapeOf(statements)
        const start = async () => {
          try {
            const { result, ms } = await begin()
            times.set(shape, [ms, ...(times.get(shape) ?? [])].slice(0, REMEMBERED_TIMES))
            return () => resolve(result)
          } catch (error) {
            return () => reject(error)
          }
        }
        const batch = { shape, start }
        waiting.push(batch)
        startWaiting()
        if (longestWaitMs < Number.POSITIVE_INFINITY && waiting.includes(batch)) {
          setTimeout(() => refuse(batch, reject), longestWaitMs)
        }
      })
    },
  }
}

/** The statements without their numbers, such as those of limits, which hardly change how long they take. */
function shapeOf(statements: readonly Statement[]): string {
  return statements.map(({ text }) => text.replaceAll(/\d+/g, '')).join(';')
}
