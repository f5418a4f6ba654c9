import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { freePort, type ProgramResult, runProgram, startSite, stopProcess } from '../support/site/programs.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const mayMount = (() => {
  const disk = mountSmallDisk(1)
  disk?.remove()
  return disk !== undefined
})()

function newDisk(megabytes: number): SmallDisk {
  const disk = mountSmallDisk(megabytes)
  if (!disk) throw new Error('This user may mount no disk.')
  undo.push(disk.remove)
  return disk
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-full-disk-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function siteIn(folder: string): string {
  const dataDir = path.join(folder, 'data')
  cpSync(inject('dataTemplate'), dataDir, { recursive: true })
  return dataDir
}

const start = async (dataDir: string) =>
  runProgram(['server/main.ts'], { DATA_DIR: dataDir, PORT: String(await freePort()) })

const admin = (dataDir: string, ...words: string[]) =>
  runProgram(['scripts/admin.ts', ...words], { DATA_DIR: dataDir })

/** Expects exit code 1 and one line that names the problem and the remedy. */
function expectRefusal({ code, errors }: ProgramResult, sentence: RegExp): void {
  expect([code, errors]).toEqual([1, expect.stringMatching(sentence)])
  expect(errors.trimEnd().split('\n')).toHaveLength(1)
}

describe.skipIf(!mayMount)('a full disk (requires permission to mount)', () => {
  test('a restart reports the full disk and succeeds once there is space', async () => {
    const disk = newDisk(160)
    const dataDir = siteIn(disk.folder)
    disk.fill()
    expectRefusal(await start(dataDir), /^DATA_DIR is .*, whose disk is full; make room there\.\n$/)
    disk.free()
    const { child } = await startSite({ DATA_DIR: dataDir })
    await stopProcess(child)
    expect(child.exitCode).toBe(0)
  })

  test.each([4, 40])(
    'a first start with %i MB reports the full disk and leaves nothing incomplete',
    async (megabytes) => {
      const disk = newDisk(megabytes)
      const dataDir = path.join(disk.folder, 'data')
      expectRefusal(
        await start(dataDir),
        /^DATA_DIR is .*, whose disk has room for \d+ MB, and a new site takes \d+; make room there, or name another folder\.\n$/,
      )
      expect(readdirSync(dataDir).filter((file) => file.startsWith('postgres'))).toEqual([])
    },
  )

  test('a first start that fills the disk at its end reports it and leaves nothing incomplete', async () => {
    const disk = newDisk(400)
    const dataDir = path.join(disk.folder, 'data')
    const running = start(dataDir)
    await expect
      .poll(() => existsSync(dataDir) && readdirSync(dataDir).some((file) => file.startsWith('postgres')), {
        timeout: 60_000,
      })
      .toBe(true)
    disk.fill()
    expectRefusal(await running, /^DATA_DIR is .*, whose disk is full; make room there/)
    expect(readdirSync(dataDir).filter((file) => file.startsWith('postgres'))).toEqual([])
  })

  test('a backup of a stopped site reports the full disk with its file', async () => {
    const disk = newDisk(1)
    disk.fill()
    const file = path.join(disk.folder, 'site.gz')
    expectRefusal(
      await admin(siteIn(newFolder()), 'backup', file),
      /^\S*site\.gz cannot be written \(its disk is full\); make room there, or name another file\.\n$/,
    )
    expect(readdirSync(disk.folder)).toEqual(['ballast'])
  })

  test('a backup of a running site reports the full disk with its temporary folder', async () => {
    const disk = newDisk(160)
    const dataDir = siteIn(disk.folder)
    const { child } = await startSite({ DATA_DIR: dataDir })
    undo.push(() => stopProcess(child, 'SIGKILL'))
    disk.fill()
    expectRefusal(
      await admin(dataDir, 'backup', path.join(newFolder(), 'site.gz')),
      /^DATA_DIR is .*, whose disk is full; make room there\.\n$/,
    )
  })
})
