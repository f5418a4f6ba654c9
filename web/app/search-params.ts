/**
 * Parses a plain query string such as `?q=400&sort=title`. The router's default is JSON, which reads 400 as a number
 * and writes strings in quotes.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) params.set(name, String(value))
  }
  const text = params.toString()
  return text ? `?${text}` : ''
}
