import { Unreadable } from '../../../../domain/files/unreadable.ts'
import {
  type Catalogue,
  type CatalogueIndex,
  indexCatalogue,
} from '../../../../domain/import/match/catalogue-index.ts'
import { leftOut, leftOutCsv } from '../../../../domain/import/plan/left-out.ts'
import type { Choices, Refused } from '../../../../domain/import/plan/plan.ts'
import { IMPORT_FORMATS } from '../../../../domain/import/read/read-lists.ts'
import { type ReadFile, readFile } from '../../../../domain/import/read-file.ts'

export type WorkerRequest =
  | { kind: 'read'; bytes: Uint8Array<ArrayBuffer>; name: string; catalogue: Catalogue }
  /** Reads the same file as another format. */
  | { kind: 'read-as'; format: string }
  /** Writes the rows that an import leaves out. */
  | {
      kind: 'left-out'
      answers: Choices['answers']
      refused: (Refused & { title: string; year: number | null })[]
    }

/** What the page shows of a file. The rows that are left out stay here, because they may be a hundred thousand. */
export interface ShownFile extends Omit<ReadFile, 'left'> {
  /** The first of them. */
  leftTitles: string[]
  formats: { id: string; name: string }[]
}

export type WorkerResponse = { file: ShownFile } | { csv: string } | { unreadable: string }

const SHOWN_TITLES = 60

let opened: { bytes: Uint8Array<ArrayBuffer>; name: string; index: CatalogueIndex } | undefined
let file: ReadFile | undefined

async function respond(request: WorkerRequest): Promise<WorkerResponse> {
  try {
    if (request.kind === 'left-out') {
      return { csv: file ? leftOutCsv(leftOut(file, request.answers), request.refused) : '' }
    }
    if (request.kind === 'read') {
      const { bytes, name, catalogue } = request
      opened = { bytes, name, index: indexCatalogue(catalogue) }
    }
    if (!opened) throw new Unreadable('Choose the file again.')
    file = await readFile(
      opened.bytes,
      opened.name,
      opened.index,
      request.kind === 'read-as' ? request.format : undefined,
    )
    return { file: shown(file) }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { unreadable: error.message }
  }
}

function shown({ left, ...rest }: ReadFile): ShownFile {
  const titles = new Set<string>()
  for (const { row } of left) {
    const { title = 'a row without a title', year } = row
    titles.add(year === undefined ? title : `${title} (${year})`)
    if (titles.size === SHOWN_TITLES) break
  }
  return {
    ...rest,
    leftTitles: [...titles],
    formats: IMPORT_FORMATS.map(({ id, name }) => ({ id, name })),
  }
}

// An unhandled rejection would not reach the page; reportError raises the worker's error event.
self.onmessage = ({ data }: MessageEvent<WorkerRequest>) =>
  respond(data).then(
    (response) => self.postMessage(response),
    (error) => reportError(error),
  )
