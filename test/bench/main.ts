import { type Goal, printGoals } from '../support/report.ts'
import { startProduct } from './processes.ts'
import { SECTIONS } from './sections.ts'
import { freshDatabase } from './server/start.ts'

// Runs all sections, or those named as in `npm run bench -- reads growth`, and prints each figure with its limit. See
// docs/performance.md.
const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in SECTIONS))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; the sections are ${Object.keys(SECTIONS).join(', ')}.`)
  process.exit(1)
}

const embedded = await freshDatabase()
const databaseUrl = process.env.BENCH_DATABASE_URL
// The first start fills an empty database.
await (await startProduct({ DATA_DIR: embedded.dataDir })).stop()
if (databaseUrl) await (await startProduct({ DATABASE_URL: databaseUrl })).stop()
else console.log('\nBENCH_DATABASE_URL is not set: PostgreSQL is not measured.')

const goals: Goal[] = []
for (const [name, measure] of Object.entries(SECTIONS)) {
  if (named.length > 0 && !named.includes(name)) continue
  goals.push(...(await measure({ embedded, databaseUrl })))
}
embedded.remove()
printGoals(goals)
process.exitCode = goals.every((goal) => goal.met) ? 0 : 1
