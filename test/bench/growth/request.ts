import type { Site } from './site.ts'

/** A request whose growth is measured. */
export interface GrowthRequest {
  name: string
  /** If the cost is not bounded: what it grows with. */
  growsWith?: string
  /** @param round the number of times it was sent before. */
  send: (site: Site, round: number) => PromiseLike<unknown>
}
