/** Parse: the text of a body → its rows or arguments, with their names. */

import { ApiError } from '../api-error.ts'
import { MAX_ROWS, type Written } from '../request.ts'

/**
 * A page of a thousand rows is some 200 KB. The embedded engine runs one statement at a time, so no body may occupy it
 * for long.
 */
export const MAX_BODY_BYTES = 1024 * 1024

/** No column holds deeper JSON, and a million levels would crash the embedded engine. */
const MAX_DEPTH = 100

type JsonObject = Record<string, unknown>

/**
 * Parses the rows of a body: an object, or an array of objects that all have the same keys.
 * @param columns the columns to take of each object, whose keys may then differ; null for all.
 * @throws ApiError 400: PGRST102 for another shape, 54000 for too many rows or levels.
 */
export function parseObjects(
  body: string,
  columns: readonly string[] | null,
): Pick<Written, 'json' | 'objects' | 'columns'> {
  const parsed = parseJson(body)
  const objects: unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  if (!objects.every(isObject)) throw unreadable('The body is neither a JSON object nor an array of them')
  if (objects.length > MAX_ROWS) throw tooMuch(`${objects.length} rows`, `${MAX_ROWS} are the most`)
  return {
    json: Array.isArray(parsed) ? body : `[${body}]`,
    objects: objects.length,
    columns: columns ?? commonKeys(objects),
  }
}

/**
 * Parses the arguments of a function; an empty body has none.
 * @throws ApiError as {@link parseObjects}.
 */
export function parseArguments(body: string): { json: string; names: readonly string[] } {
  const json = body.trim() === '' ? '{}' : body
  const parsed = parseJson(json)
  if (!isObject(parsed)) throw unreadable('The arguments of a function are a JSON object')
  return { json, names: Object.keys(parsed) }
}

function parseJson(text: string): unknown {
  requireShallow(text)
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable(text.trim() === '' ? 'Empty or invalid json' : 'Invalid JSON')
  }
}

/** Counts the levels in the text: JSON.parse would build all of them first. */
function requireShallow(text: string): void {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (isInString && sign === '\\') at++
    else if (sign === '"') isInString = !isInString
    else if (isInString) continue
    else if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') depth--
    if (depth > MAX_DEPTH) throw tooMuch(`more than ${MAX_DEPTH} levels`, `${MAX_DEPTH} are the most`)
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function commonKeys([first = {}, ...others]: readonly JsonObject[]): string[] {
  const keys = Object.keys(first)
  for (const other of others) {
    const isAlike =
      Object.keys(other).length === keys.length && keys.every((key) => Object.hasOwn(other, key))
    if (!isAlike) throw unreadable('All object keys must match')
  }
  return keys
}

function unreadable(message: string): ApiError {
  return new ApiError(400, 'PGRST102', message)
}

function tooMuch(what: string, limit: string): ApiError {
  return new ApiError(400, '54000', `The body has ${what}`, `${limit} in one request.`)
}
