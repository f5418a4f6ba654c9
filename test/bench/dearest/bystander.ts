import { parentPort, workerData } from 'node:worker_threads'
import { openClient } from './client.ts'
import { read } from './request.ts'

// A worker thread, so that the load of the measuring thread does not delay it. It sends one cheap request after the
// other, and returns their durations since the last message.
const { url, headers } = workerData as { url: string; headers: Record<string, string> }
const { send } = openClient(url, { visitor: headers, member: headers, admin: headers })
const oneRow = read('member', 'one row', (round) => `/rest/v1/films?select=title&id=eq.${1 + (round % 100)}`)
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
  const { ms, status } = await send(oneRow, round)
  durations.push(ms)
  if (status !== 200) refused++
}
