import { requireTestBrowser } from './chromium.ts'
import { LONG_TRIALS, runSuites } from './suites.ts'
import { buildWebIfStale } from './web-build.ts'

process.env.CHROMIUM = requireTestBrowser()
if (!buildWebIfStale()) process.exit(1)

runSuites(LONG_TRIALS)
