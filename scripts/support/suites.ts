import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { watchCheckout } from './checkout.ts'
import { readPlaywrightReport, readVitestReport, type Tally } from './test-reports.ts'

interface Suite {
  name: string
  run: () => Tally
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const BIN = path.join(ROOT, 'test/node_modules/.bin')
const VITEST_CONFIG = 'test/vitest.config.ts'
const PLAYWRIGHT_CONFIG = 'test/playwright.config.ts'
const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }

/** The checks of `npm run check`: they need neither a database nor a browser. */
export const CHECKS: Suite[] = [
  command('format and lint', 'biome', ['check', '--error-on-warnings']),
  command('types', 'tsc', ['--noEmit']),
  command('dead code', 'knip', []),
  vitest('unit'),
]

/** What `npm test` runs after the checks: it needs the built pages and a Chromium. */
export const SITE_TESTS: Suite[] = [
  { name: 'generated files', run: () => tallyOf(runNode('scripts/types.ts', '--check')) },
  vitest('contract'),
  { name: 'browser tests', run: () => playwright() },
]

/** What `npm run test:long` runs. */
export const LONG_TESTS: Suite[] = [
  vitest('long'),
  { name: 'long browser tests', run: () => playwright({ TEST_LONG: 'yes' }) },
]

/**
 * Runs suites one after the other, also after a failure, and prints what failed and what each took. Sets the exit code.
 * A suite that leaves something in the checkout counts as failed: it could keep the next start from working.
 */
export function runSuites(suites: Suite[]): void {
  const sum: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }
  const lines: string[] = []
  for (const { name, run } of suites) {
    console.log(`\n── ${name}`)
    const start = performance.now()
    const differences = watchCheckout(ROOT)
    const tally = withFailures(run(), name, differences())
    const seconds = Math.round((performance.now() - start) / 1000)
    lines.push(`${name.padEnd(20)} ${String(seconds).padStart(4)} s   ${summary(tally)}`)
    for (const outcome of ['passed', 'failed', 'skipped'] as const) sum[outcome] += tally[outcome]
    sum.failures.push(...tally.failures)
  }
  if (sum.failures.length > 0) console.log(`\nFailed:\n${sum.failures.join('\n')}`)
  console.log(`\n${lines.join('\n')}\n\n${summary(sum)}`)
  process.exitCode = sum.failed > 0 ? 1 : 0
}

function withFailures(tally: Tally, suite: string, differences: string[]): Tally {
  const failures = differences.map(
    (difference) => `${suite} ${difference}, and must leave the checkout as it is`,
  )
  return {
    ...tally,
    failed: tally.failed + failures.length,
    failures: [...tally.failures, ...failures],
  }
}

function summary({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** A check without tests counts as one test. */
function command(name: string, program: string, words: string[]): Suite {
  return { name, run: () => tallyOf(run(path.join(BIN, program), words)) }
}

function vitest(project: string): Suite {
  return {
    name: `${project} tests`,
    run: () =>
      withReport((report) => {
        const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
        const done = run(path.join(BIN, 'vitest'), [
          'run',
          `--config=${VITEST_CONFIG}`,
          `--project=${project}`,
          ...reporters,
        ])
        return atLeastTheExitCode(done, readVitestReport(report))
      }),
  }
}

function playwright(settings: Record<string, string> = {}): Tally {
  return withReport((report) => {
    const words = ['test', `--config=${PLAYWRIGHT_CONFIG}`, '--reporter=list,json']
    const done = run(path.join(BIN, 'playwright'), words, {
      ...settings,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    })
    return atLeastTheExitCode(done, readPlaywrightReport(report))
  })
}

/** A runner that ends with an error and names no failed test counts as one failure. */
function atLeastTheExitCode(succeeded: boolean, tally = NOTHING): Tally {
  return succeeded || tally.failed > 0 ? tally : { ...tally, failed: 1 }
}

function tallyOf(succeeded: boolean): Tally {
  return { ...NOTHING, [succeeded ? 'passed' : 'failed']: 1 }
}

function runNode(...words: string[]): boolean {
  return run(process.execPath, words)
}

function run(program: string, words: string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(program, words, { stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0
}

function withReport<T>(use: (report: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-report-'))
  try {
    return use(path.join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
