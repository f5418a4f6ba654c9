import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Random } from '../../support/random.ts'
import type { Disk } from './disk.ts'
import { type Entry, readJournal } from './journal.ts'
import type { Fact, Recording } from './record-site.ts'

const WAL = path.join('data', 'postgres', 'pg_wal')

export interface Figures {
  /** The acknowledged writes. */
  acknowledged: number
  flushes: number
  writes: number
  /** The responses to a single caller, before each of which the engine's write-ahead log must be flushed. */
  singleCallerWrites: number
  cuts: number
  cutsInFirstStart: number
  problems: string[]
}

/**
 * Simulates power cuts at moments of a recording, and checks the remaining data.
 * @param disk the state before the recording.
 * @param workplace a folder for temporary files.
 */
export async function cutPower(
  recording: Recording,
  disk: Disk,
  cuts: number,
  random: Random,
  workplace: string,
): Promise<Figures> {
  const figures: Figures = {
    acknowledged: 0,
    flushes: 0,
    writes: 0,
    singleCallerWrites: 0,
    cuts: 0,
    cutsInFirstStart: 0,
    problems: [],
  }
  const moments = chooseMoments(recording, cuts, random)
  const promised: Fact[] = []
  let flushesWhenAsked = 0
  let number = 0
  for (const { event, bytes } of readJournal(recording.journal)) {
    if ('did' in event) disk.apply(event, bytes)
    if ('asked' in event) flushesWhenAsked = disk.flushes
    if ('answered' in event && event.status < 300) {
      figures.acknowledged += 1
      const fact = recording.facts.get(event.answered)
      if (fact) promised.push(fact)
      if (event.answered.startsWith('alone')) requireFlushed(event.answered)
    }
    if (moments.has(number)) await cut()
    number += 1
  }
  figures.flushes = disk.flushes
  figures.writes = disk.writes
  figures.problems.push(...compareWhole(recording, disk, workplace))
  return figures

  /** With a single caller, everything in the engine's write-ahead log belongs to the current request. */
  function requireFlushed(name: string): void {
    figures.singleCallerWrites += 1
    if (disk.flushes === flushesWhenAsked) figures.problems.push(`${name} was acknowledged without a flush`)
    if (disk.hasUnflushed(WAL)) figures.problems.push(`${name} was acknowledged before its flush`)
  }

  async function cut(): Promise<void> {
    // The share of unflushed pages that reached the disk: none, half or nearly all.
    const reaches = [0, 0, 0.5, 0.9][figures.cuts % 4] ?? 0
    const target = path.join(workplace, 'rebuilt')
    disk.leaveAfterCut(target, reaches, random)
    figures.cuts += 1
    if (promised.length === 0) figures.cutsInFirstStart += 1
    const found = await whatIsWrong(path.join(target, 'data'), promised)
    rmSync(target, { recursive: true, force: true })
    const where = `after event ${number}, with ${reaches * 100} % of what was not flushed`
    figures.problems.push(...found.map((problem) => `${where}: ${problem}`))
  }
}

/** Chooses one moment in ten during the first start; half of the others just before a response is sent. */
function chooseMoments({ journal }: Recording, cuts: number, random: Random): Set<number> {
  const responses: number[] = []
  let number = 0
  for (const { event } of readJournal(journal)) {
    if (isWriteAcknowledged(event)) responses.push(number)
    number += 1
  }
  const [first = 0] = responses
  const moments = new Set<number>()
  while (moments.size < Math.min(cuts, number)) {
    if (random.chance(0.1) && first > 0) moments.add(random.below(first))
    else if (random.chance(0.5)) moments.add(random.pick(responses))
    else moments.add(first + random.below(number - first))
  }
  return moments
}

function isWriteAcknowledged(event: Entry['event']): boolean {
  return 'answered' in event && event.status < 300
}

async function whatIsWrong(dataDir: string, promised: readonly Fact[]): Promise<string[]> {
  try {
    const missing = JSON.parse(await run('open-rebuilt.ts', dataDir, JSON.stringify(promised))) as Fact[]
    const damage = JSON.parse(await run('../inspect-folder.ts', path.join(dataDir, 'postgres'))) as string[]
    const lost = `lost: ${missing.length} of ${promised.length} promises, as ${JSON.stringify(missing[0])}`
    return missing.length > 0 ? [lost, ...damage] : damage
  } catch (error) {
    return [`does not open: ${(error as { stderr?: string }).stderr ?? error}`]
  }
}

async function run(script: string, word: string, input = ''): Promise<string> {
  const running = promisify(execFile)(process.execPath, [path.join(import.meta.dirname, script), word])
  running.child.stdin?.end(input)
  return (await running).stdout
}

/** Checks that the journal is complete: replaying it must give the recorded folder. */
function compareWhole({ folder }: Recording, disk: Disk, workplace: string): string[] {
  const replayed = path.join(workplace, 'replayed')
  disk.leaveRunning(replayed)
  const [theirs, ours] = [folder, replayed].map((each) => path.join(each, 'data', 'postgres')) as [
    string,
    string,
  ]
  const problems = [...new Set([...filesIn(theirs), ...filesIn(ours)])]
    .filter((file) => !isSame(path.join(theirs, file), path.join(ours, file)))
    .map((file) => `${file} is not what was recorded`)
  rmSync(replayed, { recursive: true, force: true })
  return problems
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

function isSame(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && readFileSync(one).equals(readFileSync(other))
}
