import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupFolder } from './folder.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const days = (count: number) => new Date(NOW.getTime() + count * 24 * 60 * 60 * 1000)

let dir: string
beforeEach(() => {
  dir = path.join(mkdtempSync(path.join(tmpdir(), 'criterion-folder-')), 'backups')
})
afterEach(() => rmSync(path.dirname(dir), { recursive: true }))

const made = (...times: Date[]) => {
  for (const time of times) writeFileSync(backupFolder(dir).newFile('scheduled', time), '')
}

test('a new folder is for its owner only, and the names of its files contain their times', () => {
  expect(backupFolder(dir).newest('scheduled', NOW)).toBeUndefined()
  made(NOW)
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  expect(readdirSync(dir)).toEqual(['scheduled-2026-11-21T12-00-00.000Z.jsonl.gz'])
  expect(backupFolder(dir).newest('scheduled', NOW)).toEqual(NOW)
  expect(backupFolder(dir).newest('before-upgrade', NOW)).toBeUndefined()
})

test('a file with a future time does not delay the next backup', () => {
  made(days(-3), days(-1), days(400))
  expect(backupFolder(dir).newest('scheduled', NOW)).toEqual(days(-1))
})

test.each([
  ['is right again after it ran ahead', days(0), [days(-2), days(-1), days(0), days(400), days(401)]],
  ['runs ahead', days(402), [days(401), days(402)]],
  ['runs behind', days(-9), [days(-9), days(-2), days(-1), days(400), days(401)]],
])(
  'pruning never deletes the backup that was just made, nor one dated ahead, when the clock %s',
  (_, now, left) => {
    made(days(-2), days(-1), days(400), days(401))
    made(now)
    backupFolder(dir).prune('scheduled', left.length > 2 ? 3 : 2, now)
    const names = left.map((time) => `scheduled-${time.toISOString().replaceAll(':', '-')}.jsonl.gz`)
    expect(readdirSync(dir).sort()).toEqual(names.sort())
  },
)

test('pruning counts a backup that was dated ahead once its date has passed', () => {
  made(days(1), days(2), days(3))
  backupFolder(dir).prune('scheduled', 1, NOW)
  expect(readdirSync(dir)).toHaveLength(3)
  backupFolder(dir).prune('scheduled', 1, days(3))
  expect(backupFolder(dir).newest('scheduled', days(9))).toEqual(days(3))
  expect(readdirSync(dir)).toHaveLength(1)
})

test('pruning deletes the old backups of a kind and the old drafts of interrupted runs, and no other files', () => {
  made(days(-4), days(-3), days(-2), days(-1))
  const others = ['scheduled-mine.jsonl.gz', 'before-upgrade-2020-01-01T00-00-00.000Z.jsonl.gz', 'letter.txt']
  const drafts = [
    'scheduled-2026-11-19T12-00-00.000Z.jsonl.gz.17.part',
    'scheduled-2026-11-21T11-59-00.000Z.jsonl.gz.18.part',
  ]
  for (const name of [...others, ...drafts]) writeFileSync(path.join(dir, name), '')
  mkdirSync(path.join(dir, 'folder'))
  backupFolder(dir).prune('scheduled', 2, NOW)
  expect(readdirSync(dir).sort()).toEqual(
    [
      ...others,
      'folder',
      'scheduled-2026-11-19T12-00-00.000Z.jsonl.gz',
      'scheduled-2026-11-20T12-00-00.000Z.jsonl.gz',
      'scheduled-2026-11-21T11-59-00.000Z.jsonl.gz.18.part',
    ].sort(),
  )
})
