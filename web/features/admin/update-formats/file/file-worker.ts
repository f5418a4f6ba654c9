import { Unreadable } from '../../../../../domain/files/unreadable.ts'
import { type ComparedFilm, type Comparison, compare } from '../comparison/comparison.ts'
import { readFile } from './read-file.ts'

export interface WorkerRequest {
  bytes: Uint8Array<ArrayBuffer>
  films: ComparedFilm[]
}

export type WorkerResponse = { comparison: Comparison } | { unreadable: string }

async function respond({ bytes, films }: WorkerRequest): Promise<WorkerResponse> {
  try {
    return { comparison: compare(await readFile(bytes), films) }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { unreadable: error.message }
  }
}

// An unhandled rejection would not reach the page; reportError raises the worker's error event.
self.onmessage = ({ data }: MessageEvent<WorkerRequest>) =>
  respond(data).then(
    (response) => self.postMessage(response),
    (error) => reportError(error),
  )
