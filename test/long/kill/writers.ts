import { execFileSync } from 'node:child_process'
import type { Random } from '../../support/random.ts'
import { checkCurator, checkInvariants, checkPeople, checkSessions, checkSignIns } from './check.ts'
import { Collector } from './collector.ts'
import { Curator, type Film } from './curator.ts'
import { Person } from './person.ts'
import { readCatalogue } from './read-site.ts'
import { type Site, Tally } from './site.ts'

const COLLECTORS = 8
/** How many unchanged people are checked in addition to those who wrote. */
const AT_REST = 3

/** All writers to the site, with their records. */
export interface Writers {
  tally: Tally
  /** All writers write until `isOver` or until a response is lost; resolves when all have stopped. */
  write(isOver: () => boolean): Promise<void>
  /**
   * Compares the records with the site: the whole catalogue, and all people or only those who wrote since the last
   * check and a few others. Returns the problems.
   */
  check(whom: 'some' | 'all'): Promise<string[]>
}

/** Signs up the admins of a new site; the collectors sign up other people while they write. */
export async function createWriters(
  site: Site,
  env: Record<string, string>,
  random: Random,
): Promise<Writers> {
  const tally = new Tally()
  const admins = ['first-curator', 'second-curator'].map((name) => new Person(site, tally, name))
  for (const admin of admins) {
    await admin.signUp()
    grant(admin.username.value, env)
  }
  const [reader] = admins
  if (!reader) throw new Error('There is no admin.')
  const { films, changes } = await readCatalogue(reader.client, 0)
  const lastChange = changes.at(-1)?.id ?? 0
  const tracked = films.slice(0, 700).map(({ id }) => id)
  const edited: Film[][] = [films.slice(700, 1000), films.slice(1000)]
  const curators = admins.map(
    (admin, number) =>
      new Curator(admin, tally, random.fork(), edited[number] ?? [], 5000 + 100_000 * number),
  )
  const collectors = Array.from(
    { length: COLLECTORS },
    (_, number) => new Collector(site, tally, random.fork(), tracked, `collector${number}`),
  )

  return {
    tally,
    async write(isOver) {
      const until = async (writer: Collector | Curator) => {
        while (!isOver() && (await writer.write()) !== 'unknown') {}
      }
      await Promise.all([...collectors, ...curators].map(until))
    },
    async check(whom) {
      const people = [...admins, ...collectors.flatMap((collector) => collector.people)]
      const atRest = people.filter(({ isTouched }) => !isTouched)
      const rested = Array.from({ length: Math.min(AT_REST, atRest.length) }, () => random.pick(atRest))
      const looked = whom === 'all' ? people : [...people.filter(({ isTouched }) => isTouched), ...rested]
      const problems = await checkSessions(looked)
      const catalogue = await readCatalogue(reader.client, lastChange)
      for (const curator of curators) problems.push(...checkCurator(curator, catalogue))
      problems.push(...checkInvariants(catalogue))
      problems.push(...(await checkPeople(looked, reader.client)))
      problems.push(...(await checkSignIns(looked)))
      for (const person of looked) person.isTouched = false
      problems.push(...tally.refusals.splice(0).map((refusal) => `refused: ${refusal}`))
      return problems
    },
  }
}

function grant(username: string, env: Record<string, string>): void {
  execFileSync(process.execPath, ['server/admin/main.ts', 'grant', username], {
    cwd: new URL('../../..', import.meta.url),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
