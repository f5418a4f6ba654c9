import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A response before it is cached. Headers whose names begin with `content-` describe its body. */
export interface FinishedResponse {
  status: number
  headers: Readonly<Record<string, string>>
  /** A text, or bytes that are compressed already. */
  body: string | Buffer
}

/** The supported content codings, the preferred one first. Document: RFC 9110 §8.4.1. */
export const CODINGS = ['br', 'gzip', 'identity'] as const
export type Coding = (typeof CODINGS)[number]

/** Compressing a body of fewer bytes gains nothing. */
const MIN_BYTES_TO_COMPRESS = 1024

/** Fast, with a window as large as a page: a larger one would only take memory. */
export const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
}

const ENCODERS: Record<Exclude<Coding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: promisify(gzip),
}

/** Copies the bytes into memory of their own: a slice of a larger buffer would retain the whole buffer. */
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** A finished response with its headers and its bytes in each coding; each coding is computed once, on demand. */
export class CachedResponse {
  /** The cache key. */
  readonly key: string
  readonly status: number
  readonly #headers: Readonly<Record<string, string>>
  readonly #tag: string
  readonly #isText: boolean
  readonly #bodies: Partial<Record<Coding, Buffer>> & { identity: Buffer }
  readonly #encoding = new Map<Coding, Promise<Buffer>>()

  constructor(key: string, { status, headers, body }: FinishedResponse) {
    this.key = key
    this.status = status
    const vary = headers.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding'
    this.#headers = { ...headers, 'cache-control': 'no-cache', vary }
    this.#isText = typeof body === 'string'
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    this.#bodies = { identity: copyOf(bytes) }
    const described = Buffer.from(JSON.stringify([status, headers]))
    this.#tag = hash('sha1', Buffer.concat([described, bytes]), 'base64url')
  }

  /** The most bytes it can occupy: two codings of a text are together no larger than the text. */
  get size(): number {
    return (this.#isText ? 2 : 1) * this.#bodies.identity.length + 2000
  }

  /** Whether the body is a text that is long enough to be compressed. */
  get isCompressible(): boolean {
    return this.#isText && this.#bodies.identity.length >= MIN_BYTES_TO_COMPRESS
  }

  /** The strong entity tag, which is different for each coding. Document: RFC 9110 §8.8.3. */
  etag(coding: Coding): string {
    return coding === 'identity' ? `"${this.#tag}"` : `"${this.#tag}-${coding}"`
  }

  /** The body in a coding, if it has been computed. */
  encoded(coding: Coding): Buffer | undefined {
    return this.#bodies[coding]
  }

  /** Computes the body in a coding, or returns the one computed before. */
  async encode(coding: Coding): Promise<Buffer> {
    if (coding === 'identity') return this.#bodies.identity
    const known = this.#encoding.get(coding)
    if (known) return known
    const encoded = ENCODERS[coding](this.#bodies.identity).then(copyOf)
    this.#encoding.set(coding, encoded)
    this.#bodies[coding] = await encoded
    return encoded
  }

  /** @param bytes the body in that coding. */
  headersFor(coding: Coding, bytes: Buffer): Record<string, string> {
    return {
      ...this.#headers,
      etag: this.etag(coding),
      ...(coding !== 'identity' && { 'content-encoding': coding }),
      'content-length': String(bytes.length),
    }
  }

  /** The headers of a 304, which has none that describe a body. Document: RFC 9110 §15.4.5. */
  notModifiedHeaders(coding: Coding): Record<string, string> {
    const retained = Object.entries(this.#headers).filter(([name]) => !name.startsWith('content-'))
    return { ...Object.fromEntries(retained), etag: this.etag(coding) }
  }
}
