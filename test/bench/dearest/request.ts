/** Who sends a request: a visitor, a person without a role, or an admin. */
export type Role = 'visitor' | 'member' | 'admin'

/** A request whose cost is measured. */
export interface DearRequest {
  name: string
  as: Role
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path with the query. */
  path: (round: number) => string
  headers?: Record<string, string>
  /** The body as JSON. */
  body?: (round: number) => unknown
}

export function read(as: Role, name: string, path: string | ((round: number) => string)): DearRequest {
  return { name, as, method: 'GET', path: typeof path === 'string' ? () => path : path }
}

/** Calls a function with POST, which no cache answers. */
export function call(
  as: Role,
  name: string,
  routine: string,
  args: object | ((round: number) => unknown),
): DearRequest {
  const body = typeof args === 'function' ? (args as (round: number) => unknown) : () => args
  return { name, as, method: 'POST', path: () => `/rest/v1/rpc/${routine}`, body }
}

/** A read of one row: what a request costs is told in these. */
export const ONE_ROW = read(
  'member',
  'one row',
  (round) => `/rest/v1/films?select=title&id=eq.${1 + (round % 100)}`,
)
