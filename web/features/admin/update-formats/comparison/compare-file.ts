import { NOT_LOADED, Unreadable } from '../../../../../domain/files/unreadable.ts'
import { startWorker } from '../../../../app/worker.ts'
import type { WorkerRequest, WorkerResponse } from '../file/file-worker.ts'
import workerAddress from '../file/file-worker.ts?worker&url'
import type { ComparedFilm, Comparison } from './comparison.ts'

// A film takes about fifteen bytes, so half a million films fit.
const FILE_MAX_BYTES = 10_000_000
const TIMEOUT_MS = 20_000
const UNREADABLE = 'The file could not be read. Choose another one, or save its table as CSV.'

/**
 * Reads a file and compares it with films, in a worker, so that no file can block the page.
 * @throws Unreadable with a message about the file; otherwise the error of reading the films.
 */
export async function compareFile(file: Blob, films: Promise<ComparedFilm[]>): Promise<Comparison> {
  // Not read at all: it might not fit into memory.
  if (file.size > FILE_MAX_BYTES) {
    throw new Unreadable('The file is larger than 10 MB. Choose a smaller one.')
  }
  const worker = startWorker(workerAddress)
  // Listened to from the start: the worker may fail before it gets a request.
  const failed = failureOf(worker)
  failed.catch(() => {})
  try {
    const [bytes, compared] = await Promise.all([bytesOf(file), films])
    return await Promise.race([failed, run(worker, { bytes, films: compared })])
  } finally {
    worker.terminate()
  }
}

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (cause) {
    // A folder, or a file that was moved or changed since it was chosen.
    throw new Unreadable('The file could not be opened. Choose it again.', { cause })
  }
}

function failureOf(worker: Worker): Promise<never> {
  return new Promise((_, reject) => {
    // An error without a message means that the worker's script did not load.
    worker.onerror = ({ message }) =>
      reject(new Unreadable(message ? UNREADABLE : NOT_LOADED, { cause: message }))
  })
}

function run(worker: Worker, request: WorkerRequest): Promise<Comparison> {
  return new Promise((resolve, reject) => {
    const tooSlow = setTimeout(
      () => reject(new Unreadable('Reading the file took too long. Save only its table of formats, as CSV.')),
      TIMEOUT_MS,
    )
    worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => {
      clearTimeout(tooSlow)
      if ('comparison' in data) resolve(data.comparison)
      else reject(new Unreadable(data.unreadable))
    }
    worker.postMessage(request, [request.bytes.buffer])
  })
}
