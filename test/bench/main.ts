import { type Goal, printGoals } from '../support/report.ts'
import { startProduct } from './processes.ts'
import { SECTIONS } from './sections.ts'
import { freshDatabase } from './server/start.ts'

// Everything is measured in one run, each figure beside its limit, or the sections that are named, as in
// `npm run bench -- reads growth`; see docs/performance.md.
const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in SECTIONS))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; the sections are ${Object.keys(SECTIONS).join(', ')}.`)
  process.exit(1)
}

const embedded = await freshDatabase()
const databaseUrl = process.env.BENCH_DATABASE_URL
// The first to start on an empty database fills it.
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
