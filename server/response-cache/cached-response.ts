import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** An answer as it was made. Of its headers those that begin with `content-` describe its body. */
export interface Made {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

/** The content codings there are, the best first. Document: RFC 9110 §8.4.1. */
export const CODINGS = ['br', 'gzip', 'identity'] as const
export type Coding = (typeof CODINGS)[number]

/** Below this a body gains nothing. */
const WORTH_CODING = 1024

/** Quick, and over a window as large as a page: a larger one would only take memory. */
export const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
}

const CODERS: Record<Exclude<Coding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: promisify(gzip),
}

/** As a piece of a larger buffer, which coders give and short texts are put into, it would keep all of that. */
function onItsOwn(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/** A finished answer: its bytes in each coding that was asked for, coded once, and the headers that go with them. */
export class Kept {
  /** What it is kept under. */
  readonly key: string
  readonly status: number
  readonly #headers: Readonly<Record<string, string>>
  readonly #tag: string
  readonly #bodies: Partial<Record<Coding, Buffer>> & { identity: Buffer }
  readonly #coding = new Map<Coding, Promise<Buffer>>()

  constructor(key: string, { status, headers, body }: Made) {
    this.key = key
    this.status = status
    const vary = headers.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding'
    this.#headers = { ...headers, 'cache-control': 'no-cache', vary }
    this.#bodies = { identity: onItsOwn(Buffer.from(body)) }
    this.#tag = hash('sha1', JSON.stringify([status, headers]) + body, 'base64url')
  }

  /** The bytes it takes at most: two codings of a text are no larger than the text. */
  get size(): number {
    return 2 * this.#bodies.identity.length + 2000
  }

  /** Whether it comes in codings. */
  get isCoded(): boolean {
    return this.#bodies.identity.length >= WORTH_CODING
  }

  /** Names its bytes in one coding, as a strong entity tag has to. Document: RFC 9110 §8.8.3. */
  etag(coding: Coding): string {
    return coding === 'identity' ? `"${this.#tag}"` : `"${this.#tag}-${coding}"`
  }

  /** Its bytes in a coding, where they have been asked for before. */
  bytes(coding: Coding): Buffer | undefined {
    return this.#bodies[coding]
  }

  /** Its bytes in a coding. */
  async code(coding: Coding): Promise<Buffer> {
    if (coding === 'identity') return this.#bodies.identity
    const known = this.#coding.get(coding)
    if (known) return known
    const coded = CODERS[coding](this.#bodies.identity).then(onItsOwn)
    this.#coding.set(coding, coded)
    this.#bodies[coding] = await coded
    return coded
  }

  /** The headers that go with bytes of it. */
  headersOf(coding: Coding, bytes: Buffer): Record<string, string> {
    return {
      ...this.#headers,
      etag: this.etag(coding),
      ...(coding !== 'identity' && { 'content-encoding': coding }),
      'content-length': String(bytes.length),
    }
  }

  /** The headers of a 304, which has none that describe a body. Document: RFC 9110 §15.4.5. */
  headersOfUnchanged(coding: Coding): Record<string, string> {
    const about = Object.entries(this.#headers).filter(([name]) => !name.startsWith('content-'))
    return { ...Object.fromEntries(about), etag: this.etag(coding) }
  }
}
