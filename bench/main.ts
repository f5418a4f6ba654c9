import { findChromium } from '../scripts/chromium.ts'
import { measureAdminTitles } from './admin-titles.ts'
import { asAdmin } from './as-admin.ts'
import { measureCachedWhileTicking } from './cached-while-ticking.ts'
import { measureFormatUpdates } from './format-updates.ts'
import { measureGrowth } from './growth/growth.ts'
import { measureMemory } from './memory.ts'
import { measurePage } from './page.ts'
import { startProduct } from './processes.ts'
import { measureProcesses } from './processes-behind-proxy.ts'
import { measureReads } from './reads.ts'
import { type Goal, printGoals } from './report.ts'
import type { Where } from './rivals.ts'
import { measureSearches } from './searches.ts'
import { isAsked } from './sections.ts'
import { measureSignIns } from './sign-ins.ts'
import { freshDatabase, measureStarts } from './start.ts'
import { measureTracking } from './tracking.ts'
import { measureWatching } from './watching.ts'

// Everything is measured in one run, each figure beside its limit; see docs/performance.md.
const embedded = await freshDatabase()
const goals: Goal[] = []
if (isAsked('start')) goals.push(...(await measureStarts(embedded)))
// The others find a loaded database.
else await (await startProduct({ DATA_DIR: embedded.dataDir })).stop()
const databaseUrl = process.env.BENCH_DATABASE_URL
const places: Where[] = [{ engine: 'pglite', ...embedded }]
if (databaseUrl) {
  places.push({ engine: 'postgres', databaseUrl })
  // The first to start on an empty database fills it.
  await (await startProduct({ DATABASE_URL: databaseUrl })).stop()
} else console.log('\nBENCH_DATABASE_URL is not set: PostgreSQL is not measured.')
for (const place of places) {
  if (isAsked('reads')) goals.push(...(await measureReads(place)))
  if (isAsked('searches')) goals.push(...(await measureSearches(place)))
  if (isAsked('tracking')) goals.push(...(await measureTracking(place)))
  if (isAsked('memory')) goals.push(...(await measureMemory(place)))
}
if (databaseUrl && isAsked('processes')) goals.push(...(await measureProcesses(databaseUrl)))
if (databaseUrl && isAsked('growth')) goals.push(...(await measureGrowth(databaseUrl)))
if (isAsked('reads')) goals.push(...(await measureCachedWhileTicking(embedded)))
if (isAsked('sign-ins')) goals.push(...(await measureSignIns(embedded)))
if (isAsked('watching')) goals.push(...(await measureWatching(embedded)))
const chromium = isAsked('pages') ? findChromium() : undefined
if (chromium) {
  goals.push(...(await measurePage(embedded, chromium)))
  for (const measure of [measureAdminTitles, measureFormatUpdates]) {
    goals.push(...(await asAdmin(embedded, chromium, measure)))
  }
} else if (isAsked('pages')) console.log('\nThere is no Chromium: the pages are not measured.')

embedded.remove()
printGoals(goals)
process.exitCode = goals.every((goal) => goal.met) ? 0 : 1
