import { requireChromium } from './chromium.ts'
import { CHECKS, runSuites, summary, TRIALS } from './suites.ts'
import { buildWebIfStale } from './web-build.ts'

process.env.CHROMIUM = requireChromium()
if (!buildWebIfStale()) process.exit(1)

const tally = runSuites([...CHECKS, ...TRIALS])
console.log(`\n${summary(tally)}`)
process.exitCode = tally.failed > 0 ? 1 : 0
