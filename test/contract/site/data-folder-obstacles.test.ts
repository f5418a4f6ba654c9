import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, runProgram, startSite, stopProcess } from '../../support/site/programs.ts'
import { newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

let database: TestDatabase
let dataDir: string

beforeAll(async () => {
  database = await newTestDatabase('pglite')
  dataDir = database.env.DATA_DIR
})

afterAll(() => database.remove())

const start = async () =>
  runProgram(['server/main.ts'], { DATA_DIR: dataDir, PORT: String(await freePort()) })

test.each([
  [
    'a lock that is damaged',
    'lock',
    (file: string) => writeFileSync(file, 'something else '.repeat(100)),
    /file lock is damaged/,
  ],
  ['a lock that is a folder', 'lock', (file: string) => mkdirSync(file), /in which lock is a folder/],
  [
    'a socket',
    'admin.sock',
    (file: string) => mkdirSync(path.join(file, 'within'), { recursive: true }),
    /in which admin\.sock is a folder/,
  ],
  [
    'the number of the process',
    'holder.pid',
    (file: string) => mkdirSync(file),
    /in which holder\.pid is a folder/,
  ],
])(
  'a start with an obstacle in place of %s reports it in one line and succeeds without it',
  async (_, name, make, sentence) => {
    const file = path.join(dataDir, name)
    rmSync(file, { force: true })
    make(file)
    const { code, errors } = await start()
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^DATA_DIR is .*; .*remove .* start again\.\n$/),
    ])
    expect(errors).toMatch(sentence)
    rmSync(file, { recursive: true })
    const { child } = await startSite({ DATA_DIR: dataDir })
    await stopProcess(child)
    expect(child.exitCode).toBe(0)
  },
)
