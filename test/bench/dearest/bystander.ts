import { parentPort, workerData } from 'node:worker_threads'
import { openClient } from './client.ts'
import { ONE_ROW } from './request.ts'

// A thread of its own, so that the work of the measuring thread does not delay it. It sends one cheap request after the
// other, and returns their durations since the last message.
const { url, headers } = workerData as { url: string; headers: Record<string, string> }
// Another address of the same machine: another visitor than the one who sends the dear requests.
const { send } = openClient(url, { visitor: headers, member: headers, admin: headers }, '127.0.0.2')
let durations: number[] = []
let refused = 0
let started = performance.now()
parentPort?.on('message', () => {
  // The request that waits now counts with the time that it has waited.
  parentPort?.postMessage({ durations: [...durations, performance.now() - started], refused })
  durations = []
  refused = 0
})
for (let round = 0; ; round++) {
  started = performance.now()
  const { ms, status } = await send(ONE_ROW, round)
  durations.push(ms)
  if (status !== 200) refused++
}
