import type { FastifyRequest } from 'fastify'
import {
  COMPARISON_ROUTE,
  FILM_ROUTE,
  GIFT_ROUTE,
  PATHS,
  PROGRESS_ROUTE,
  pageName,
  SET_ROUTE,
  setInPath,
  spineInPath,
  tokenInPath,
  usernameInPath,
  usernameInProgressPath,
  usernamesInPath,
} from '../../domain/paths.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']

/** The one name of all addresses that match no route. */
const UNKNOWN = 'unknown'

/**
 * Returns the route of a request for the log and the metrics: a pattern, of which there are a few dozen, never a part
 * of the address that somebody typed. Tables and functions are named only if the schema has them.
 */
export function routeName(request: FastifyRequest): string {
  const { url: pattern } = request.routeOptions
  if (request.is404 || !pattern) return pageRoute(request.url)
  const { name = '' } = (request.params ?? {}) as { name?: string }
  const schema = request.server.schemaCache?.current
  if (!schema || !pattern.endsWith('/:name')) return pattern
  const known = pattern.endsWith('/rpc/:name') ? schema.routines : schema.relations
  return pattern.replace(':name', known.has(name) ? name : UNKNOWN)
}

function pageRoute(url: string): string {
  const [path = ''] = url.split('?')
  const name = pageName(path)
  if (name) return PATHS[name]
  if (spineInPath(path) !== undefined) return FILM_ROUTE.replace('$', ':')
  if (setInPath(path) !== undefined) return SET_ROUTE.replace('$', ':')
  if (tokenInPath(path) !== undefined) return GIFT_ROUTE.replace('$', ':')
  if (usernameInProgressPath(path) !== undefined) return PROGRESS_ROUTE.replace('$', ':')
  if (usernamesInPath(path) !== undefined) return COMPARISON_ROUTE.replaceAll('$', ':')
  return usernameInPath(path) === undefined ? UNKNOWN : '/:username'
}

export function methodName({ method = '' }: { method?: string | undefined }): string {
  return METHODS.includes(method) ? method : 'other'
}
