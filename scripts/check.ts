import { CHECKS, runSuites } from './suites.ts'

runSuites(CHECKS)
