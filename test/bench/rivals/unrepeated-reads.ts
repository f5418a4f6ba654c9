import { parseRead } from '../../../domain/rest/parse/parse.ts'
import type { Statement } from '../../../server/db/database.ts'
import { canonical } from '../../../server/rest/cached-reads.ts'
import { planRead } from '../../../server/rest/plan/plan-read.ts'
import type { Schema } from '../../../server/rest/schema/schema.ts'
import { toSql } from '../../../server/rest/sql/read-sql.ts'
import { requestRate } from './rivals.ts'

export type Address = Parameters<typeof parseRead>[1]

/** Returns the statement that the server runs for a read. */
export function statementOf(address: Address, schema: Schema): Statement {
  return toSql(canonical(planRead(parseRead('GET', address, {}), schema)))
}

/** Sends reads of one table or function, one query after the other. @returns the number of responses per second. */
export function rateOfQueries(
  url: string,
  { kind, name }: Address['resource'],
  queries: readonly string[],
  headers: Record<string, string>,
): Promise<number> {
  const path = pathOf({ kind, name })
  let sent = 0
  return requestRate(url, headers, {
    requests: [
      { setupRequest: (request) => ({ ...request, path: `${path}?${queries[sent++ % queries.length]}` }) },
    ],
  })
}

export function pathOf({ kind, name }: Address['resource']): string {
  return `/rest/v1/${kind === 'function' ? 'rpc/' : ''}${name}`
}

/** Returns values in an order that is the same in each run and not the given one. */
export function shuffled<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value, index) => ({ value, place: (index * 7919) % values.length }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value)
}
