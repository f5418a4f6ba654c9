import { median } from '../../support/report.ts'
import type { Work } from './measured-database.ts'
import type { GrowthRequest } from './request.ts'
import { REQUESTS } from './requests.ts'
import type { Site } from './site.ts'

const ROUNDS = 7

/** Measures each request at one size: the median time of all rounds except the first, and the rows of the last. */
export async function measureRequests(site: Site): Promise<Map<GrowthRequest, Work>> {
  const works = new Map<GrowthRequest, Work>()
  for (const request of REQUESTS) works.set(request, await measureRequest(site, request))
  return works
}

async function measureRequest(site: Site, request: GrowthRequest): Promise<Work> {
  const rounds: Work[] = []
  site.take()
  for (let round = 0; round < ROUNDS; round++) {
    try {
      await request.send(site, round)
    } catch (error) {
      // The statement is cancelled after ten seconds, as a visitor's is.
      console.log(`${request.name}: ${error instanceof Error ? error.message : String(error)}`)
      return { ...site.take(), ms: Number.POSITIVE_INFINITY }
    }
    rounds.push(site.take())
  }
  const last = rounds.at(-1) as Work
  return { ...last, ms: median(rounds.slice(1).map(({ ms }) => ms)) }
}
