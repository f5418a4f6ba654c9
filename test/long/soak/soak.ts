import { setTimeout as after } from 'node:timers/promises'
import { publicKey, startProduct } from '../../bench/processes.ts'
import { median, percentile, printTable, round } from '../../support/report.ts'
import { loadSite, type Tally } from './load.ts'
import { minimumOfEach, type Sample, slopePerHour } from './slope.ts'

/** The share of the run in which caches, compiled code, the engine and the heaps reach their size. */
const WARM_UP_SHARE = 0.5

/** A heap contains garbage between collections, so only the minimum of each window counts. */
const WINDOW_SECONDS = 30

const LAST_SECONDS = 60

interface Soak {
  /** The resident memory at the end, in MB: the median of the last minute. */
  residentMb: number
  /** The growth after the warm-up, in MB per hour. */
  mbPerHour: number
  errors: string[]
}

/** Runs a site at full load for some minutes and prints its figures. @param where the settings of the database. */
export async function soak(where: Record<string, string>, minutes: number): Promise<Soak> {
  // The first start fills the compile cache, as on a site that has started before.
  await (await startProduct(where)).stop()
  const product = await startProduct(where)
  const tally: Tally = { requests: 0, refused: 0, errors: [], ms: [] }
  const load = await loadSite(product.url, await publicKey(product.url), tally)
  const samples: Sample[] = []
  const start = performance.now()
  for (let second = 0; second < minutes * 60; second++) {
    await after(Math.max(0, start + second * 1000 - performance.now()))
    samples.push({ seconds: (performance.now() - start) / 1000, mb: product.residentMb() })
    if (second % 60 === 59)
      console.log(`${(second + 1) / 60} min: ${samples.at(-1)?.mb.toFixed(0)} MB, ${tally.requests} requests`)
  }
  await load.stop()
  await product.stop()

  const settled = samples.slice(Math.floor(samples.length * WARM_UP_SHARE))
  const mbPerHour = slopePerHour(minimumOfEach(WINDOW_SECONDS, settled))
  const residentMb = median(samples.slice(-LAST_SECONDS).map(({ mb }) => mb))
  printTable(`${minutes} minutes of full load on ${where.DATABASE_URL ? 'PostgreSQL' : 'PGlite'}`, [
    { what: 'requests', figure: tally.requests },
    { what: 'requests a second', figure: round(tally.requests / (minutes * 60)) },
    { what: 'p99, ms', figure: round(percentile(tally.ms, 0.99)) },
    { what: 'turned away (503)', figure: tally.refused },
    { what: 'errors', figure: tally.errors.length },
    { what: 'resident memory in the last minute, median MB', figure: round(residentMb) },
    { what: 'resident memory, most MB', figure: round(Math.max(...settled.map(({ mb }) => mb))) },
    { what: 'slope after the warm-up, MB/hour', figure: round(mbPerHour) },
  ])
  for (const error of tally.errors.slice(0, 5)) console.log(error)
  return { residentMb, mbPerHour, errors: tally.errors }
}
