import { CHECKS, runSuites, summary } from './suites.ts'

const tally = runSuites(CHECKS)
console.log(`\n${summary(tally)}`)
process.exitCode = tally.failed > 0 ? 1 : 0
