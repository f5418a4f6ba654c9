import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort, runProgram, startSite, stopProcess } from '../../support/site/programs.ts'
import { newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

const CHECKOUT = path.resolve(import.meta.dirname, '../../..')

let image: string
let database: TestDatabase
beforeAll(async () => {
  image = mkdtempSync(path.join(tmpdir(), 'criterion-image-'))
  copyAsImage(image)
  database = await newTestDatabase('pglite')
})
afterAll(async () => {
  rmSync(image, { recursive: true, force: true })
  await database?.remove()
})

/** Copies what the Dockerfile copies. */
function copyAsImage(folder: string): void {
  const dockerfile = readFileSync(path.join(CHECKOUT, 'deploy/Dockerfile'), 'utf8')
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm)]
  expect(copied.length).toBeGreaterThan(5)
  for (const [, from = '', to = ''] of copied) {
    const target = path.join(folder, to.endsWith('/') ? to + path.basename(from) : to)
    mkdirSync(path.dirname(target), { recursive: true })
    if (from === 'node_modules') symlinkSync(path.join(CHECKOUT, from), target)
    else cpSync(path.join(CHECKOUT, from), target, { recursive: true })
  }
}

const serverOf = (folder: string) => path.join(folder, 'server/main.ts')

test('the log of a container names a command that the image has', async () => {
  const { child, printed } = await startSite(
    { ...database.env, LOG_LEVEL: 'info' },
    undefined,
    serverOf(image),
  )
  await vi.waitFor(() => expect(printed.output).toContain('It has no admin yet'), 20_000)
  const [, command = ''] = /then run (.*?) <username>/.exec(printed.output) ?? []
  expect(command).toBe('node scripts/admin.ts grant')
  const run = () =>
    execFileSync('sh', ['-c', `${command} nobody 2>&1 || true`], {
      cwd: image,
      env: { ...process.env, ...database.env },
      encoding: 'utf8',
    })
  expect(run()).toMatch(/nobody/)
  await stopProcess(child)
})

test('a refusal in a container names a command that the image has', async () => {
  const env = { ...database.env, PORT: String(await freePort()) }
  renameSync(path.join(database.env.DATA_DIR, 'postgres'), path.join(image, 'postgres'))
  expect((await runProgram([serverOf(image)], env)).errors).toContain(
    'run node scripts/admin.ts restore <file>',
  )
  rmSync(path.join(image, 'dist'), { recursive: true })
  renameSync(path.join(image, 'postgres'), path.join(database.env.DATA_DIR, 'postgres'))
  expect((await runProgram([serverOf(image)], env)).errors).toContain('build the image again')
  expect((await runProgram([path.join(image, 'scripts/admin.ts')], env)).errors).toContain(
    'node scripts/admin.ts <command>',
  )
})
