import { FILE_TOO_LARGE, MAX_FILE_BYTES } from '../../../../domain/files/limits.ts'
import { NOT_LOADED, Unreadable } from '../../../../domain/files/unreadable.ts'
import type { Catalogue } from '../../../../domain/import/match/catalogue-index.ts'
import { startWorker } from '../../../app/worker.ts'
import type { ShownFile, WorkerRequest, WorkerResponse } from './import-worker.ts'
import workerAddress from './import-worker.ts?worker&url'

const TIMEOUT_MS = 30_000
const FAILED = 'The file could not be read. Choose another one, or save its table as CSV.'

/**
 * Reads one file in a worker, which keeps it, so that no file holds up the page. All calls reject with Unreadable, which
 * has a sentence for people.
 */
export class ImportFileReader {
  readonly #worker = startWorker(workerAddress)

  async read(file: File, catalogue: Catalogue): Promise<ShownFile> {
    // Not read at all: it might not fit into memory.
    if (file.size > MAX_FILE_BYTES) throw new Unreadable(FILE_TOO_LARGE)
    const bytes = await file.arrayBuffer().catch((cause) => {
      // A folder, or a file that was moved or changed since it was chosen.
      throw new Unreadable('The file could not be opened. Choose it again.', { cause })
    })
    return fileIn(
      await this.#ask({ kind: 'read', bytes: new Uint8Array(bytes), name: file.name, catalogue }, [bytes]),
    )
  }

  async readAs(format: string): Promise<ShownFile> {
    return fileIn(await this.#ask({ kind: 'read-as', format }))
  }

  async leftOut(request: Omit<Extract<WorkerRequest, { kind: 'left-out' }>, 'kind'>): Promise<string> {
    const response = await this.#ask({ kind: 'left-out', ...request })
    return 'csv' in response ? response.csv : ''
  }

  close(): void {
    this.#worker.terminate()
  }

  async #ask(request: WorkerRequest, transferred: Transferable[] = []): Promise<WorkerResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<WorkerResponse>()
    const tooSlow = setTimeout(() => {
      this.close()
      reject(new Unreadable('Reading the file took too long. Save only its table, as CSV.'))
    }, TIMEOUT_MS)
    this.#worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => resolve(data)
    // An error without a message means that the worker's script did not load.
    this.#worker.onerror = ({ message }) =>
      reject(new Unreadable(message ? FAILED : NOT_LOADED, { cause: message }))
    this.#worker.postMessage(request, transferred)
    const response = await promise.finally(() => clearTimeout(tooSlow))
    if ('unreadable' in response) throw new Unreadable(response.unreadable)
    return response
  }
}

function fileIn(response: WorkerResponse): ShownFile {
  if (!('file' in response)) throw new Unreadable(FAILED)
  return response.file
}
