import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSite, stopProcess } from '../support/site/programs.ts'
import { newTestDatabase, type TestDatabase } from '../support/site/test-database.ts'

let database: TestDatabase
let folder: string
let site: Awaited<ReturnType<typeof startSite>>
let mask: number
beforeAll(async () => {
  // The most permissive umask: files are readable by everyone unless created otherwise.
  mask = process.umask(0)
  database = await newTestDatabase('pglite')
  folder = database.env.DATA_DIR
  site = await startSite(database.env)
})
afterAll(async () => {
  await stopProcess(site.child)
  process.umask(mask)
  await database.remove()
})

const others = (file: string) => statSync(file).mode & 0o077

test('only the owner of the data folder can read the data, the keys and the admin socket', () => {
  expect(others(folder)).toBe(0)
  expect(readdirSync(folder)).toContain('admin.sock')
  expect(others(path.join(folder, 'admin.sock'))).toBe(0)
})

test('no key is stored in a file outside the database or passed in the environment', () => {
  const files = readdirSync(folder).filter((file) => statSync(path.join(folder, file)).isFile())
  expect(files.filter((file) => /key|secret|pem|jwk/i.test(file))).toEqual([])
  expect(Object.keys(database.env)).toEqual(['DATA_DIR'])
})
