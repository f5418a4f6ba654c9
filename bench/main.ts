import { findChromium } from '../scripts/chromium.ts'
import { measurePage } from './page.ts'
import { measureReads } from './reads.ts'
import { type Goal, printGoals } from './report.ts'
import { freshDatabase, measureStarts } from './start.ts'

// Everything is measured in one run, each figure beside its limit; see docs/performance.md.
const embedded = await freshDatabase()
const goals: Goal[] = await measureStarts(embedded)
goals.push(...(await measureReads({ engine: 'pglite', ...embedded })))
const databaseUrl = process.env.BENCH_DATABASE_URL
if (databaseUrl) goals.push(...(await measureReads({ engine: 'postgres', databaseUrl })))
else console.log('\nBENCH_DATABASE_URL is not set: PostgreSQL is not measured.')
const chromium = findChromium()
if (chromium) goals.push(...(await measurePage(embedded, chromium)))
else console.log('\nThere is no Chromium: the page is not measured.')

embedded.remove()
printGoals(goals)
process.exitCode = goals.every((goal) => goal.met) ? 0 : 1
