import { findChromium } from '../scripts/chromium.ts'
import { measureAdminTitles } from './admin-titles.ts'
import { asAdmin } from './as-admin.ts'
import { measureBrowsing } from './browsing.ts'
import { measureCachedWhileTicking } from './cached-while-ticking.ts'
import { measureFormatUpdates } from './format-updates.ts'
import { measureGrowth } from './growth/growth.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureMemory } from './memory.ts'
import { measurePageLoads } from './page-loads.ts'
import { measureProcesses } from './processes-behind-proxy.ts'
import { measureReads, measureSpread } from './reads.ts'
import type { Goal } from './report.ts'
import type { Where } from './rivals.ts'
import { measureSearches } from './searches.ts'
import { measureSignIns } from './sign-ins.ts'
import { type Embedded, measureStarts } from './start.ts'
import { measureTracking } from './tracking.ts'
import { measureWatching } from './watching.ts'

/** Where everything is measured: sites whose databases are loaded. */
interface Places {
  embedded: Embedded
  /** Of a PostgreSQL, if there is one to measure on. */
  databaseUrl: string | undefined
}

type Measure = (places: Places) => Promise<Goal[]>

/** Everything that is measured, in this order. */
export const SECTIONS: Record<string, Measure> = {
  start: () => measureStarts(),
  memory: onEachEngine(measureMemory),
  reads: onEachEngine(measureReads),
  spread: onEachEngine(measureSpread),
  searches: onEachEngine(measureSearches),
  tracking: onEachEngine(measureTracking),
  ticking: ({ embedded }) => measureCachedWhileTicking(embedded),
  'sign-ins': ({ embedded }) => measureSignIns(embedded),
  watching: ({ embedded }) => measureWatching(embedded),
  loading: inChromium(measurePageLoads),
  lighthouse: inChromium(measureLighthouse),
  browsing: inChromium((embedded, chromium) => asAdmin(embedded, chromium, measureBrowsing)),
  admin: inChromium(async (embedded, chromium) => [
    ...(await asAdmin(embedded, chromium, measureAdminTitles)),
    ...(await asAdmin(embedded, chromium, measureFormatUpdates)),
  ]),
  processes: onPostgres(measureProcesses),
  growth: onPostgres(measureGrowth),
}

function onEachEngine(measure: (where: Where) => Promise<Goal[]>): Measure {
  return async ({ embedded, databaseUrl }) => [
    ...(await measure({ engine: 'pglite', ...embedded })),
    ...(databaseUrl ? await measure({ engine: 'postgres', databaseUrl }) : []),
  ]
}

function onPostgres(measure: (databaseUrl: string) => Promise<Goal[]>): Measure {
  return async ({ databaseUrl }) => (databaseUrl ? measure(databaseUrl) : [])
}

function inChromium(measure: (embedded: Embedded, chromium: string) => Promise<Goal[]>): Measure {
  return async ({ embedded }) => {
    const chromium = findChromium()
    if (chromium) return measure(embedded, chromium)
    console.log('\nThere is no Chromium: pages are not measured.')
    return []
  }
}
