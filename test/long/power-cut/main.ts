import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { seeded } from '../../support/random.ts'
import { cutPower } from './cut-power.ts'
import { Disk } from './disk.ts'
import { recordSite } from './record-site.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    writes: { type: 'string', default: '1500' },
    cuts: { type: 'string', default: '40' },
  },
})
console.log(`seed ${values.seed}; repeat the same cuts with: npm run test:power-cut -- --seed ${values.seed}`)

const workplace = mkdtempSync(path.join(tmpdir(), 'criterion-power-cut-'))
try {
  const folder = path.join(workplace, 'recorded')
  mkdirSync(folder)
  const recording = await recordSite(folder, path.join(workplace, 'journal'), Number(values.writes))
  const figures = await cutPower(
    recording,
    // The disk is empty, because the first start is recorded as well.
    new Disk(),
    Number(values.cuts),
    seeded(Number(values.seed)),
    workplace,
  )
  for (const problem of figures.problems) console.log(problem)
  console.log(
    `${figures.acknowledged} acknowledged writes, ${figures.writes} writes to files, ${figures.flushes} flushes; ` +
      `${figures.singleCallerWrites} responses to a single caller, each after its flush unless reported above`,
  )
  console.log(
    `${figures.cuts} power cuts, ${figures.cutsInFirstStart} of them in the first start: ` +
      `${figures.problems.length} that lost or broke something`,
  )
  process.exitCode = figures.problems.length > 0 ? 1 : 0
} finally {
  rmSync(workplace, { recursive: true, force: true })
}
