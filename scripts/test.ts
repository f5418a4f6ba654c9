import { requireTestBrowser } from './chromium.ts'
import { CHECKS, runSuites, TRIALS } from './suites.ts'
import { buildWebIfStale } from './web-build.ts'

process.env.CHROMIUM = requireTestBrowser()
if (!buildWebIfStale()) process.exit(1)

runSuites([...CHECKS, ...TRIALS])
console.log(
  'Not run: npm run test:long (kills and power cuts, full disks, upgrades, other PostgreSQL versions, restoring on the other engine, rolling restarts, growth, overload, fuzzing).',
)
