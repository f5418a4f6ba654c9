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
  if (!accept) return 'json'
  const ranges = accept
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      return { media: parameters.every(isKnown) ? MEDIA.get(type) : undefined, quality: quality(parameters) }
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
