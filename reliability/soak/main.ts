import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { publicKey, startProduct } from '../../bench/processes.ts'
import { median, percentile, printTable, round } from '../../bench/report.ts'
import { loadSite, type Tally } from './load.ts'
import { leastOfEach, type Sample, slopePerHour } from './slope.ts'

// Is the memory of a server at full load bounded? npm run test:soak -- --minutes 10 [--database postgres://…]

/** Caches, compiled code, the engine and the heaps come to their size, the heaps slowly where there is much memory. */
const WARM_UP_SHARE = 0.5

/** Between collections a heap grows by what nobody needs any more: the least of so many seconds is what is needed. */
const WINDOW_SECONDS = 30

/** A server that kept 100 bytes of each request would grow by more than this at 300 requests a second. */
const MOST_MB_PER_HOUR = 100

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, database: { type: 'string' } },
})
const minutes = Number(values.minutes)
const folder = mkdtempSync(path.join(tmpdir(), 'criterion-soak-'))
const where = values.database ? { DATABASE_URL: values.database } : { DATA_DIR: path.join(folder, 'data') }

const product = await startProduct(where)
const tally: Tally = { requests: 0, turnedAway: 0, errors: [], ms: [] }
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
rmSync(folder, { recursive: true })

const settled = samples.slice(Math.floor(samples.length * WARM_UP_SHARE))
const sizes = settled.map(({ mb }) => mb)
const slope = slopePerHour(leastOfEach(WINDOW_SECONDS, settled))
printTable(`${minutes} minutes of full load on ${values.database ? 'PostgreSQL' : 'PGlite'}`, [
  { what: 'requests', figure: tally.requests },
  { what: 'requests a second', figure: round(tally.requests / (minutes * 60)) },
  { what: 'p99, ms', figure: round(percentile(tally.ms, 0.99)) },
  { what: 'turned away (503)', figure: tally.turnedAway },
  { what: 'errors', figure: tally.errors.length },
  { what: 'resident memory, median MB', figure: round(median(sizes)) },
  { what: 'resident memory, most MB', figure: round(Math.max(...sizes)) },
  { what: 'slope after the warm-up, MB/hour', figure: round(slope) },
])
for (const error of tally.errors.slice(0, 5)) console.log(error)
const isBounded = slope <= MOST_MB_PER_HOUR
console.log(
  isBounded
    ? 'The memory is bounded.'
    : `The memory grows by more than ${MOST_MB_PER_HOUR} MB an hour; a run of under some 5 minutes is still warming up.`,
)
process.exitCode = isBounded && tally.errors.length === 0 ? 0 : 1
