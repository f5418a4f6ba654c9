import { setTimeout as after } from 'node:timers/promises'
import type { Random } from '../../support/random.ts'
import type { KillableSite } from './killable-sites.ts'
import { createWriters } from './writers.ts'

/** The maximum number of acknowledged writes before a kill. */
const MAX_WRITES = 120
/** The maximum delay of the kill after the last of those, so that it falls into later writes. */
const LONGEST_MS = 40

/** The results of the kills of one engine's site. */
export interface Figures {
  engine: string
  kills: number
  /** Further kills of a server while it was starting again and recovering. */
  killsWhileStarting: number
  acknowledged: number
  inDoubt: number
  problems: string[]
  /** The ms from each start after a kill to the first response. */
  starts: number[]
}

/** Repeats: all writers write, the site is killed and restarted, and its content is checked. */
export async function killRepeatedly(
  victim: KillableSite,
  kills: number,
  random: Random,
  say: (line: string) => void,
): Promise<Figures> {
  const site = await victim.firstStart()
  const world = await createWriters(site, victim.env, random.fork())
  const figures: Figures = {
    engine: victim.engine,
    kills: 0,
    killsWhileStarting: 0,
    acknowledged: 0,
    inDoubt: 0,
    problems: [],
    starts: [],
  }
  while (figures.kills < kills) {
    await writeUntilKilled()
    figures.kills += 1
    const inspection = victim.inspect()
    // A rejection is handled below, when the site runs again.
    inspection.catch(() => {})
    if (victim.mayDieWhileStarting && random.chance(0.3)) {
      await victim.dieWhileStarting(random.below(1000))
      figures.killsWhileStarting += 1
    }
    figures.starts.push(await victim.start())
    const problems = [...(await world.check(figures.kills === kills ? 'all' : 'some')), ...(await inspection)]
    figures.problems.push(...problems)
    for (const problem of problems) say(`${victim.engine}, kill ${figures.kills}: ${problem}`)
    if (figures.kills % 10 === 0)
      say(`${victim.engine}: ${figures.kills} kills, ${world.tally.acknowledged} writes acknowledged`)
  }
  return { ...figures, acknowledged: world.tally.acknowledged, inDoubt: world.tally.inDoubt }

  async function writeUntilKilled(): Promise<void> {
    let isOver = false
    const writing = world
      .write(() => isOver)
      .finally(() => {
        isOver = true
      })
    const enough = world.tally.acknowledged + random.below(MAX_WRITES)
    while (!isOver && world.tally.acknowledged < enough) await after(1)
    await after(random.below(LONGEST_MS))
    await victim.kill()
    isOver = true
    await writing
  }
}
