import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** The file to which the lines of a backup are written. */
export interface Sink {
  /** Writes lines with their line ends. Waits while the buffer is full. */
  write(lines: string): Promise<void>
  /** Returns the SHA-256 of all lines so far. */
  digest(): string
  /** Resolves once all lines are on the disk. */
  end(): Promise<void>
  abandon(): void
}

/** The buffer, which is large so that the database waits for the disk as little as possible. */
const BUFFERED_BYTES = 8 * 1024 * 1024

/** Higher levels take several times as long and compress little more. */
const COMPRESSION_LEVEL = 3

/** Opens a new compressed file that only its owner may read: a backup contains keys and password hashes. */
export function openSink(file: string): Sink {
  const hash = createHash('sha256')
  const gzip = createGzip({ level: COMPRESSION_LEVEL, highWaterMark: BUFFERED_BYTES } as object)
  const written = pipeline(gzip, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
  // The next call of `write` or `end` rejects with the error.
  written.catch(() => {})
  return {
    async write(lines) {
      hash.update(lines)
      if (!gzip.write(lines)) await Promise.race([once(gzip, 'drain'), written])
    },
    digest: () => hash.copy().digest('hex'),
    end() {
      gzip.end()
      return written
    },
    abandon: () => void gzip.destroy(),
  }
}
