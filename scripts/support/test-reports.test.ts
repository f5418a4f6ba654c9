import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPlaywrightReport, readVitestReport } from './test-reports.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'test-reports-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(report: unknown): string {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('a report of Vitest names each failed test, and each file that could not be run', () => {
  const file = write({
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      {
        name: path.resolve('test/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'a test', status: 'passed', failureMessages: [] },
          {
            fullName: 'another test',
            status: 'failed',
            failureMessages: ['\u001b[31mError: 7.2 s\u001b[39m\n  at a line'],
          },
        ],
      },
      {
        name: path.resolve('test/b.test.ts'),
        status: 'failed',
        message: 'no such module',
        assertionResults: [],
      },
    ],
  })
  expect(readVitestReport(file)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    failures: ['test/a.test.ts › another test: Error: 7.2 s', 'test/b.test.ts: no such module'],
  })
})

test('a report of Playwright names each failed test, also one that passed when it was repeated', () => {
  const failed = { status: 'failed', errors: [{ message: 'Error: problems in the browser\n\nexpect' }] }
  const specs = [
    { title: 'a test', tests: [{ status: 'expected', results: [{ status: 'passed', errors: [] }] }] },
    { title: 'another test', tests: [{ status: 'unexpected', results: [failed] }] },
  ]
  const flaky = [
    {
      title: 'a test in a group',
      tests: [{ status: 'flaky', results: [failed, { status: 'passed', errors: [] }] }],
    },
  ]
  const file = write({
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [{ file: 'e2e/a.test.ts', specs, suites: [{ file: 'e2e/a.test.ts', specs: flaky }] }],
    errors: [{ message: 'the server did not start' }],
  })
  expect(readPlaywrightReport(file)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 0,
    failures: [
      'e2e/a.test.ts › another test: Error: problems in the browser',
      'e2e/a.test.ts › a test in a group: Error: problems in the browser',
      'the server did not start',
    ],
  })
})

test('a run that wrote no report has none', () => {
  expect(readVitestReport(path.join(folder, 'nothing.json'))).toBeUndefined()
  expect(readPlaywrightReport(path.join(folder, 'nothing.json'))).toBeUndefined()
})
