import { requireTestBrowser } from './support/chromium.ts'
import { CHECKS, runSuites, SITE_TESTS } from './support/suites.ts'
import { buildWebIfStale } from './support/web-build.ts'

process.env.CHROMIUM = requireTestBrowser()
if (!buildWebIfStale()) process.exit(1)

runSuites([...CHECKS, ...SITE_TESTS])
console.log(
  'Not run: npm run test:long (kills and power cuts, full disks, upgrades, other PostgreSQL versions, restoring on the other engine, rolling restarts, growth, overload, fuzzing).',
)
