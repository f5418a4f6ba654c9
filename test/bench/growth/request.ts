import type { Site } from './site.ts'

/** One thing that the product asks of its database. */
export interface GrowthRequest {
  name: string
  /** Where the answer is not bounded: with what it grows. */
  growsWith?: string
  /** @param round counts the times it is sent. */
  send: (site: Site, round: number) => PromiseLike<unknown>
}
