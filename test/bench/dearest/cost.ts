import { median } from '../../support/report.ts'
import type { Answer, Send } from './client.ts'
import { type DearRequest, ONE_ROW } from './request.ts'

const ROUNDS = 5
const LEAST_ROUNDS = 2
const MAX_MS = 600

/** What a request costs alone. */
export interface Cost {
  request: DearRequest
  ms: number
  /** The time of a read of one row, measured in turn with it, goes so often into its time. */
  times: number
  bytes: number
  status: number
}

/** @param next returns the number of a request: each is sent once, so that no cache answers. */
export async function costOf(request: DearRequest, send: Send, next: () => number): Promise<Cost> {
  const own: number[] = []
  const oneRow: number[] = []
  let last: Answer | undefined
  // Its first time is that of compiling its code.
  await send(request, next())
  const start = performance.now()
  for (
    let round = 0;
    round < ROUNDS && (round < LEAST_ROUNDS || performance.now() - start < MAX_MS);
    round++
  ) {
    oneRow.push((await send(ONE_ROW, next())).ms)
    last = await send(request, next())
    own.push(last.ms)
  }
  return {
    request,
    ms: median(own),
    times: median(own) / median(oneRow),
    bytes: last?.bytes ?? 0,
    status: last?.status ?? 0,
  }
}
