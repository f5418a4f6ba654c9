import { parentPort, workerData } from 'node:worker_threads'
import { Unreadable } from '../../../domain/files/unreadable.ts'
import { type Catalogue, indexCatalogue } from '../../../domain/import/match/catalogue-index.ts'
import { type ReadFile, readFile } from '../../../domain/import/read-file.ts'

/** What the thread is given. */
export interface FileToRead {
  bytes: Uint8Array<ArrayBuffer>
  name: string
  catalogue: Catalogue
}

/** What it answers. */
export type ReadOrNot = { file: ReadFile } | { unreadable: string }

const { bytes, name, catalogue } = workerData as FileToRead
const answer: ReadOrNot = await readFile(bytes, name, indexCatalogue(catalogue)).then(
  (file) => ({ file }),
  (error) => {
    if (error instanceof Unreadable) return { unreadable: error.message }
    throw error
  },
)
parentPort?.postMessage(answer)
