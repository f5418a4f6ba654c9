import { findChromium } from '../../scripts/support/chromium.ts'
import type { Goal } from '../support/report.ts'
import { inAdminBrowser } from './admin-browser.ts'
import { measureAdminTitles } from './browser/admin-titles.ts'
import { measureBrowsing } from './browser/browsing.ts'
import { measureFilmList } from './browser/film-list.ts'
import { measureImportPage } from './browser/imports.ts'
import { measureLighthouse } from './browser/lighthouse.ts'
import { measurePageLoads } from './browser/page-loads.ts'
import { measureWithoutNetwork } from './browser/without-network.ts'
import { measureDearest } from './dearest/dearest.ts'
import { measureCatalogueCounts, measureLargeCounts } from './growth/filter-counts.ts'
import { measureGrowth } from './growth/growth.ts'
import type { Where } from './rivals/rivals.ts'
import { measureBehindPooler } from './server/behind-pooler.ts'
import { measureCachedWhileTicking } from './server/cached-while-ticking.ts'
import { measureFilteredLists } from './server/filtered-lists.ts'
import { measureFormatUpdates } from './server/format-updates.ts'
import { measureImportCalls } from './server/imports.ts'
import { measureMemory } from './server/memory.ts'
import { measureObservability } from './server/observability.ts'
import { measureProcesses } from './server/processes-behind-proxy.ts'
import { measureProgress } from './server/progress.ts'
import { measureReads, measureSpread } from './server/reads.ts'
import { measureSearches } from './server/searches.ts'
import { measureSignIns } from './server/sign-ins.ts'
import { type Embedded, measureStarts } from './server/start.ts'
import { measureTracking } from './server/tracking.ts'

/** The databases of the measured sites. */
interface Databases {
  embedded: Embedded
  /** The address of a PostgreSQL database, if one is measured. */
  databaseUrl: string | undefined
}

type Measure = (databases: Databases) => Promise<Goal[]>

/** All measurements, in this order. */
export const SECTIONS: Record<string, Measure> = {
  start: () => measureStarts(),
  memory: onEachEngine(measureMemory),
  reads: onEachEngine(measureReads),
  spread: onEachEngine(measureSpread),
  searches: onEachEngine(measureSearches),
  filters: onEachEngine(measureFilteredLists),
  tracking: onEachEngine(measureTracking),
  ticking: ({ embedded }) => measureCachedWhileTicking(embedded),
  'sign-ins': ({ embedded }) => measureSignIns(embedded),
  watching: ({ embedded }) => measureObservability(embedded),
  loading: inChromium(measurePageLoads),
  offline: inChromium(measureWithoutNetwork),
  lighthouse: inChromium(measureLighthouse),
  browsing: inChromium((embedded, chromium) => inAdminBrowser(embedded, chromium, measureBrowsing)),
  list: inChromium((embedded, chromium) => inAdminBrowser(embedded, chromium, measureFilmList)),
  admin: inChromium(async (embedded, chromium) => [
    ...(await inAdminBrowser(embedded, chromium, measureAdminTitles)),
    ...(await inAdminBrowser(embedded, chromium, measureFormatUpdates)),
  ]),
  imports: async (databases) => [
    ...(await inChromium((embedded, chromium) => inAdminBrowser(embedded, chromium, measureImportPage))(
      databases,
    )),
    ...(await onEachEngine(measureImportCalls)(databases)),
  ],
  processes: onPostgres(measureProcesses),
  pooler: onPostgres(measureBehindPooler),
  counts: async (databases) => [
    ...(await measureCatalogueCounts(databases.embedded)),
    ...(await onPostgres(measureLargeCounts)(databases)),
  ],
  progress: onEachEngine(measureProgress),
  dearest: onEachEngine(measureDearest),
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
