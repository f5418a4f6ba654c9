import { REPEATED_PARAMS } from '../../domain/filters/filters.ts'

/**
 * Parses a plain query string such as `?q=400&country=Japan&country=France`: a parameter that may be repeated becomes a
 * list. The router's default is JSON, which reads 400 as a number and writes strings in quotes.
 */
export function parseSearch(search: string): Record<string, string | string[]> {
  const params = new URLSearchParams(search)
  const repeated = REPEATED_PARAMS.filter((name) => params.has(name)).map((name) => [
    name,
    params.getAll(name),
  ])
  return { ...Object.fromEntries(params), ...Object.fromEntries(repeated) }
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (Array.isArray(value)) for (const each of value) params.append(name, String(each))
    else if (value !== undefined && value !== null) params.set(name, String(value))
  }
  const text = params.toString()
  return text ? `?${text}` : ''
}
