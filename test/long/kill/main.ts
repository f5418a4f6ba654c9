import { parseArgs } from 'node:util'
import { seeded } from '../../support/random.ts'
import { median } from '../../support/report.ts'
import { startCluster } from '../../support/site/postgres-cluster.ts'
import { killFirstStarts } from './first-starts.ts'
import { type Figures, killRepeatedly } from './kill-repeatedly.ts'
import { type KillableSite, killableEmbeddedSite, killablePostgresSite } from './killable-sites.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    pglite: { type: 'string', default: '50' },
    postgres: { type: 'string', default: '20' },
    'first-starts': { type: 'string', default: '10' },
  },
})
const random = seeded(Number(values.seed))
console.log(`seed ${values.seed}; repeat with: npm run test:crash -- --seed ${values.seed}`)

const all: Figures[] = []
if (Number(values.pglite) > 0) await run(await killableEmbeddedSite(), Number(values.pglite))
if (Number(values.postgres) > 0)
  await run(await killablePostgresSite(await startCluster()), Number(values.postgres))
const firstStarts = await killFirstStarts(Number(values['first-starts']), random.fork())

for (const { engine, ...figures } of all) {
  console.log(
    `${engine}: ${figures.kills} kills and ${figures.killsWhileStarting} while starting again, ` +
      `${figures.acknowledged} writes acknowledged, ${figures.inDoubt} in doubt, ` +
      `${figures.problems.length} lost or wrong, ` +
      `started again after ${seconds(median(figures.starts))} s, at most ${seconds(Math.max(...figures.starts))} s`,
  )
}
console.log(
  `First starts: ${firstStarts.kills} kills, ${firstStarts.problems.length} that left something in the way`,
)
const problems = [...all.flatMap((figures) => figures.problems), ...firstStarts.problems]
for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2)
}

async function run(victim: KillableSite, kills: number): Promise<void> {
  try {
    all.push(await killRepeatedly(victim, kills, random.fork(), console.log))
  } finally {
    await victim.remove()
  }
}
