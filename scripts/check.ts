import { CHECKS, runSuites } from './support/suites.ts'

runSuites(CHECKS)
