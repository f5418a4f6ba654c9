import { createHash, randomBytes } from 'node:crypto'

const RANDOM_BYTES = 32

/** A secret, of which the database stores only the hash. */
export interface OpaqueToken {
  token: string
  hash: string
}

export function newOpaqueToken(): OpaqueToken {
  const token = randomBytes(RANDOM_BYTES).toString('base64url')
  return { token, hash: hashOf(token) }
}

/** Hashes without salt or cost: 256 random bits cannot be guessed from their hash. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
