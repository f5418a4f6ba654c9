import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The numbers of tests by outcome, and a line for each failed one: its file, its name and the first line of its error. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  failures: string[]
}

/** What the `json` reporter of Vitest writes, as far as it is read here. */
interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: VitestFile[]
}

interface VitestFile {
  name: string
  status: string
  /** Why the file could not be run; empty if it was. */
  message: string
  assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
}

/** What the `json` reporter of Playwright writes, as far as it is read here. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
  /** Errors outside of tests. */
  errors: { message?: string }[]
}

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    tests: { status: string; results: { status: string; errors: { message?: string }[] }[] }[]
  }[]
}

/** @returns undefined if the run wrote no report. */
export function readVitestReport(file: string): Tally | undefined {
  const report = readJson<VitestReport>(file)
  if (!report) return undefined
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures: report.testResults.flatMap(failuresOfVitest),
  }
}

/** A test that passed only when it was repeated counts as failed. @returns undefined if the run wrote no report. */
export function readPlaywrightReport(file: string): Tally | undefined {
  const report = readJson<PlaywrightReport>(file)
  if (!report) return undefined
  return {
    passed: report.stats.expected,
    failed: report.stats.unexpected + report.stats.flaky,
    skipped: report.stats.skipped,
    failures: [
      ...report.suites.flatMap(failuresOfPlaywright),
      ...report.errors.map(({ message }) => firstLine(message)),
    ],
  }
}

function failuresOfVitest({ name, status, message, assertionResults }: VitestFile): string[] {
  const file = path.relative(process.cwd(), name)
  const failed = assertionResults.filter((result) => result.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [`${file}: ${firstLine(message)}`]
  return failed.map(({ fullName, failureMessages }) => line(file, fullName, failureMessages?.[0]))
}

function failuresOfPlaywright({ file, suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => line(file, title, results.flatMap(({ errors }) => errors)[0]?.message)),
  )
  return [...own, ...suites.flatMap(failuresOfPlaywright)]
}

function line(file: string, name: string, message: string | undefined): string {
  return `${file} › ${name}: ${firstLine(message)}`
}

function firstLine(message = 'no error given'): string {
  return stripVTControlCharacters(message).trim().split('\n', 1)[0] ?? ''
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}
