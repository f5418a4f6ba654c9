import { z } from 'zod'

/** Access tokens contain the metadata, and servers refuse request heads above 8 to 16 KB. */
export const MAX_METADATA_BYTES = 4096
const MAX_METADATA_DEPTH = 8
export const TOO_MUCH_METADATA = `may have at most ${MAX_METADATA_BYTES} bytes`

/** The metadata of an account, which people can change. The server makes no decision by it. */
export const metadata = z
  .record(z.string(), z.unknown(), { error: 'must be a JSON object' })
  .refine((data) => isShallow(data, MAX_METADATA_DEPTH), {
    error: `may be nested at most ${MAX_METADATA_DEPTH} deep`,
    abort: true,
  })
  .refine((data) => Buffer.byteLength(JSON.stringify(data)) <= MAX_METADATA_BYTES, {
    error: TOO_MUCH_METADATA,
  })

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((part) => isShallow(part, depth - 1))
}
