import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect } from 'vitest'

const SQL = path.resolve(import.meta.dirname, '../../supabase/tests')

/** Runs a script of several statements and returns the rows of each. */
export type Run = (script: string) => Promise<Record<string, unknown>[][]>

export const PGTAP_FILES = readdirSync(SQL).filter((file) => file.endsWith('.test.sql'))

/** Loads pgTAP and the people of the tests. All tests run in this session. */
export async function prepare(run: Run): Promise<void> {
  await run(pgtap())
  await run(readFileSync(path.join(SQL, 'people.sql'), 'utf8'))
}

/** Runs one file, and expects all its planned tests to pass. */
export async function expectToPass(run: Run, file: string): Promise<void> {
  const script = readFileSync(path.join(SQL, file), 'utf8')
  // A failed file must not affect the next ones.
  const results = await run(script).finally(() => run('rollback'))
  const lines = results.flat().map((row) => String(Object.values(row)[0]))
  expect(lines.filter((line) => /^not ok|^# Looks like/.test(line))).toEqual([])
  const [, planned] = /^1\.\.(\d+)$/.exec(lines[0] ?? '') ?? []
  expect(lines.filter((line) => line.startsWith('ok ')).length).toBe(Number(planned))
}

/** Returns pgTAP's SQL from the embedded engine's package, which also loads into any PostgreSQL. */
function pgtap(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite-pgtap')
  const archive = path.join(path.dirname(entry), 'pgtap.tar.gz')
  const script = execFileSync('tar', ['-xzOf', archive, 'share/postgresql/extension/pgtap--1.3.5.sql'], {
    maxBuffer: 16 * 1024 * 1024,
  })
  return `create schema tap; set search_path = tap; ${script.toString().replaceAll('@extschema@', 'tap')};
    grant usage on schema tap to public; set search_path = public, tap;`
}
