import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** Where the lines of a backup go. */
export interface Sink {
  /** Lines with their ends. Waits while much is still on its way. */
  write(lines: string): Promise<void>
  /** The SHA-256 of all that was written. */
  digest(): string
  /** Resolves once all is on the disk. */
  end(): Promise<void>
  abandon(): void
}

/** Text that may be on its way to the disk, so that the database waits for the disk as little as possible. */
const BUFFERED_BYTES = 8 * 1024 * 1024

/** Stronger ones take several times as long for little. */
const COMPRESSION_LEVEL = 3

/** Writes compressed lines to a new file that only its owner may read: it holds keys and password hashes. */
export function openSink(file: string): Sink {
  const hash = createHash('sha256')
  const gzip = createGzip({ level: COMPRESSION_LEVEL, highWaterMark: BUFFERED_BYTES } as object)
  const written = pipeline(gzip, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
  // Whoever writes or ends next hears of it.
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
