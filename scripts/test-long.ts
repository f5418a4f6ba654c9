import { requireTestBrowser } from './support/chromium.ts'
import { LONG_TESTS, runSuites } from './support/suites.ts'
import { buildWebIfStale } from './support/web-build.ts'

process.env.CHROMIUM = requireTestBrowser()
if (!buildWebIfStale()) process.exit(1)

runSuites(LONG_TESTS)
