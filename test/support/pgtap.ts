import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect } from 'vitest'

const SQL = path.resolve(import.meta.dirname, '../../supabase/tests')

/** Runs a script of several statements and answers the rows of each. */
export type Run = (script: string) => Promise<Record<string, unknown>[][]>

export const PGTAP_FILES = readdirSync(SQL).filter((file) => file.endsWith('.test.sql'))

/** Loads pgTAP, and the people whom the tests are about. Every test runs in this one session. */
export async function prepare(run: Run): Promise<void> {
  await run(pgtap())
  await run(readFileSync(path.join(SQL, 'people.sql'), 'utf8'))
}

/** Runs one file and expects each of its tests to have passed, and as many as it planned. */
export async function expectToPass(run: Run, file: string): Promise<void> {
  const script = readFileSync(path.join(SQL, file), 'utf8')
  // A file that breaks off must not take the next ones with it.
  const results = await run(script).finally(() => run('rollback'))
  const lines = results.flat().map((row) => String(Object.values(row)[0]))
  expect(lines.filter((line) => /^not ok|^# Looks like/.test(line))).toEqual([])
  const [, planned] = /^1\.\.(\d+)$/.exec(lines[0] ?? '') ?? []
  expect(lines.filter((line) => line.startsWith('ok ')).length).toBe(Number(planned))
}

/** pgTAP is pure SQL: what the package carries for the embedded engine loads into any PostgreSQL. */
function pgtap(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite-pgtap')
  const archive = path.join(path.dirname(entry), 'pgtap.tar.gz')
  const script = execFileSync('tar', ['-xzOf', archive, 'share/postgresql/extension/pgtap--1.3.5.sql'], {
    maxBuffer: 16 * 1024 * 1024,
  })
  return `create schema tap; set search_path = tap; ${script.toString().replaceAll('@extschema@', 'tap')};
    grant usage on schema tap to public; set search_path = public, tap;`
}
