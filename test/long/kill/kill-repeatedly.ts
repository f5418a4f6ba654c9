import { setTimeout as after } from 'node:timers/promises'
import type { Random } from '../../support/random.ts'
import type { KillableSite } from './killable-sites.ts'
import { createWriters } from './writers.ts'

/** How many writes are answered before the kill, at most. */
const MOST_ANSWERS = 120
/** And how long after the last of those it comes, so that it falls anywhere in the next ones. */
const LONGEST_MS = 40

/** What came of killing one engine's site over and over. */
export interface Figures {
  engine: string
  kills: number
  /** Further kills of a server that was just starting again, in the midst of its recovery. */
  killsWhileStarting: number
  acknowledged: number
  inDoubt: number
  problems: string[]
  /** From each start after a kill to the first answer, in ms. */
  starts: number[]
}

/** Has everybody write, kills, starts again and compares, so many times. */
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
    // Where it fails it is told below, when the site runs again.
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
    const enough = world.tally.acknowledged + random.below(MOST_ANSWERS)
    while (!isOver && world.tally.acknowledged < enough) await after(1)
    await after(random.below(LONGEST_MS))
    await victim.kill()
    isOver = true
    await writing
  }
}
