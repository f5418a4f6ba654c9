import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { percentile } from '../../support/report.ts'

/** In which the bystander's statements are prepared, and its code is compiled. */
const WARM_MS = 500

/** The bystander's p99 in ms, before some work and beside it, and how many of its requests were refused beside it. */
export interface Watched {
  idle: number
  beside: number
  refused: number
}

/**
 * Measures a bystander before and beside some work.
 * @param headers of the bystander's requests.
 * @param work is watched until it ends, or for so many milliseconds.
 */
export async function watch(
  url: string,
  headers: Record<string, string>,
  ms: number,
  work: () => Promise<unknown>,
): Promise<Watched> {
  const bystander = new Worker(new URL('./bystander.ts', import.meta.url), { workerData: { url, headers } })
  const take = async () => {
    bystander.postMessage('take')
    const [taken] = (await once(bystander, 'message')) as [{ durations: number[]; refused: number }]
    return { ...taken, p99: percentile(taken.durations, 0.99) }
  }
  try {
    await after(WARM_MS)
    await take()
    await after(ms / 2)
    const idle = await take()
    await Promise.race([work(), after(ms)])
    const beside = await take()
    return { idle: idle.p99, beside: beside.p99, refused: beside.refused }
  } finally {
    await bystander.terminate()
  }
}
