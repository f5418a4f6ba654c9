import { z } from 'zod'

/** More than a sign-in form has; an access token carries the metadata, and servers refuse heads above 8 to 16 KB. */
export const MAX_METADATA_BYTES = 4096
const MAX_METADATA_DEPTH = 8
export const TOO_MUCH_METADATA = `may have at most ${MAX_METADATA_BYTES} bytes`

/** What people keep with their account. Nothing the server decides by is read from it. */
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
