import { chromium } from '@playwright/test'
import lighthouse, { type Flags } from 'lighthouse'
import { atLeast, type Goal, median, printTable } from '../../support/report.ts'
import { freePort } from '../../support/site/programs.ts'
import { signUpCollector } from '../people.ts'
import { publicKey, startProduct } from '../processes.ts'
import type { Embedded } from '../server/start.ts'
import { startImageHost } from './image-host.ts'
import { flagsFor } from './page-loads.ts'

const ROUNDS = 5
const LEAST = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const CATEGORIES = Object.keys(LEAST) as (keyof typeof LEAST)[]

/**
 * Two ways to measure a phone on slow 4G: with a really slowed CPU and network, or computed from a fast load, which is
 * Lighthouse's default.
 */
const WAYS = { slowed: 'devtools', simulated: 'simulate' } as const

/** Measures the Lighthouse scores of the entry pages on a phone. */
export async function measureLighthouse({ dataDir }: Embedded, executablePath: string): Promise<Goal[]> {
  const product = await startProduct({ DATA_DIR: dataDir })
  const { username } = await signUpCollector(product.url, await publicKey(product.url))
  const outside = await startImageHost()
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath,
    args: [...flagsFor(outside), `--remote-debugging-port=${port}`],
  })
  const goals: Goal[] = []
  const rows: Record<string, string | number>[] = []
  try {
    for (const [page, address] of Object.entries({
      '/': '/',
      '/auth': '/auth',
      'a profile': `/${username}`,
    })) {
      for (const [way, throttlingMethod] of Object.entries(WAYS)) {
        const rounds: Record<string, number>[] = []
        for (let round = 0; round < ROUNDS; round++) {
          rounds.push(await score(product.url + address, { port, throttlingMethod }))
        }
        const scores = CATEGORIES.map(
          (name) => [name, median(rounds.map((each) => each[name] ?? 0))] as const,
        )
        rows.push({ page, way, ...Object.fromEntries(scores) })
        for (const [name, figure] of scores) {
          goals.push(atLeast(`Lighthouse, ${page}, ${way}: ${name}`, figure, LEAST[name]))
        }
      }
    }
  } finally {
    await browser.close()
    outside.stop()
    await product.stop()
  }
  printTable(`Lighthouse, phone (median of ${ROUNDS})`, rows)
  return goals
}

/** Returns the scores out of 100, and prints the audits that cost points. */
async function score(url: string, how: Flags): Promise<Record<string, number>> {
  const flags: Flags = { ...how, logLevel: 'error', onlyCategories: CATEGORIES }
  const run = await lighthouse(url, flags)
  if (!run || run.lhr.runtimeError) throw new Error(`${url}: ${run?.lhr.runtimeError?.message}`)
  const { categories, audits } = run.lhr
  return Object.fromEntries(
    Object.entries(categories).map(([name, { score, auditRefs }]) => {
      const lost = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      if (lost.length > 0) console.log(`${url}, ${name}: ${lost.map(({ id }) => id).join(', ')}`)
      return [name, Math.round((score ?? 0) * 100)]
    }),
  )
}
