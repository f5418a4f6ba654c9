import type { Answer, Question } from '../file/file-worker.ts'
import workerAddress from '../file/file-worker.ts?worker&url'
import { NOT_LOADED, Unreadable } from '../file/unreadable.ts'
import type { ComparedFilm, Comparison } from './comparison.ts'

// A film takes some fifteen bytes: room for half a million of them.
const FILE_MAX_BYTES = 10_000_000
const PATIENCE_MS = 20_000
const UNREADABLE = 'The file could not be read. Choose another one, or save its table as CSV.'

/** Under the content policy a browser with Trusted Types takes a worker's address only from a policy. */
const policy = window.trustedTypes?.createPolicy('worker', { createScriptURL: (address: string) => address })

/**
 * Reads a file and holds it against films, in a thread of its own: whatever the file is, the page goes on.
 * @throws Unreadable with what to say about the file; otherwise what kept the films from coming.
 */
export async function compareFile(file: Blob, films: Promise<ComparedFilm[]>): Promise<Comparison> {
  // Not even read: it would not fit the memory.
  if (file.size > FILE_MAX_BYTES) {
    throw new Unreadable('The file is larger than 10 MB, which no table of formats is. Choose another one.')
  }
  const address = policy?.createScriptURL(workerAddress) ?? workerAddress
  // TypeScript's Worker takes no TrustedScriptURL yet.
  const worker = new Worker(address as string, { type: 'module' })
  // Listened to from the start: it may fail before it is asked anything.
  const failed = failureOf(worker)
  failed.catch(() => {})
  try {
    const [bytes, compared] = await Promise.all([bytesOf(file), films])
    return await Promise.race([failed, ask(worker, { bytes, films: compared })])
  } finally {
    worker.terminate()
  }
}

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (cause) {
    // A folder, or a file that was moved or changed since it was chosen.
    throw new Unreadable('The file could not be opened. Choose it once more.', { cause })
  }
}

function failureOf(worker: Worker): Promise<never> {
  return new Promise((_, reject) => {
    // Without a message nothing of it has run.
    worker.onerror = ({ message }) =>
      reject(new Unreadable(message ? UNREADABLE : NOT_LOADED, { cause: message }))
  })
}

function ask(worker: Worker, question: Question): Promise<Comparison> {
  return new Promise((resolve, reject) => {
    const tooSlow = setTimeout(
      () => reject(new Unreadable('Reading the file takes too long. Save only its table, as CSV.')),
      PATIENCE_MS,
    )
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      clearTimeout(tooSlow)
      if ('comparison' in data) resolve(data.comparison)
      else reject(new Unreadable(data.unreadable))
    }
    worker.postMessage(question, [question.bytes.buffer])
  })
}
