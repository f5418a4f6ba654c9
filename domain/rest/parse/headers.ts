/** Parse: Accept → the media type; Accept-Profile and Content-Profile → nothing, or an error. */

import { ApiError } from '../api-error.ts'
import { type Media, SCHEMA } from '../request.ts'

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export function header(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

const MEDIA: ReadonlyMap<string, Media> = new Map([
  ['*/*', 'json'],
  ['application/*', 'json'],
  ['application/json', 'json'],
  ['application/vnd.pgrst.array', 'json'],
  ['application/vnd.pgrst.array+json', 'json'],
  ['application/vnd.pgrst.object', 'object'],
  ['application/vnd.pgrst.object+json', 'object'],
  ['text/csv', 'csv'],
  ['text/*', 'csv'],
])

/**
 * Returns the supported media type that Accept prefers (RFC 9110 §12.5.1).
 * @throws ApiError 406 PGRST107 if Accept names no supported type.
 */
export function parseAccept(accept: string | undefined): Media {
  return preferred(accept, MEDIA, 'json')
}

const OF_DOCUMENT: ReadonlyMap<string, DocumentMedia> = new Map([
  ['*/*', 'application/openapi+json'],
  ['application/*', 'application/openapi+json'],
  ['application/openapi+json', 'application/openapi+json'],
  ['application/json', 'application/json'],
])

type DocumentMedia = 'application/openapi+json' | 'application/json'

/** Returns the media type of the OpenAPI document. @throws ApiError as {@link parseAccept}. */
export function parseDocumentAccept(accept: string | undefined): DocumentMedia {
  return preferred(accept, OF_DOCUMENT, 'application/openapi+json')
}

function preferred<Type>(
  accept: string | undefined,
  supported: ReadonlyMap<string, Type>,
  byDefault: Type,
): Type {
  if (!accept) return byDefault
  const ranges = accept
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      return {
        media: parameters.every(isKnown) ? supported.get(type) : undefined,
        quality: quality(parameters),
      }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  const best = ranges.find(({ media }) => media !== undefined)?.media
  if (best) return best
  throw new ApiError(406, 'PGRST107', `None of these media types are available: ${accept}`)
}

function isKnown(parameter: string): boolean {
  return /^(q=|charset=utf-8$|$)/.test(parameter)
}

function quality(parameters: string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return Number(q) || 0
}

/** @throws ApiError 406 PGRST106 for a schema that is not served. */
export function parseProfile(profile: string | undefined): void {
  if (profile === undefined || profile === SCHEMA) return
  throw new ApiError(
    406,
    'PGRST106',
    `Invalid schema: ${profile}`,
    null,
    `Only the following schemas are exposed: ${SCHEMA}`,
  )
}
