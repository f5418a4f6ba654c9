import { type ComparedFilm, type Comparison, compare } from '../comparison/comparison.ts'
import { readFile } from './read-file.ts'
import { Unreadable } from './unreadable.ts'

export interface Question {
  bytes: Uint8Array<ArrayBuffer>
  films: ComparedFilm[]
}

export type Answer = { comparison: Comparison } | { unreadable: string }

async function answer({ bytes, films }: Question): Promise<Answer> {
  try {
    return { comparison: compare(await readFile(bytes), films) }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { unreadable: error.message }
  }
}

// A throw within would be nobody's to hear; out here it is the worker's error.
self.onmessage = ({ data }: MessageEvent<Question>) =>
  answer(data).then(
    (given) => self.postMessage(given),
    (error) => reportError(error),
  )
