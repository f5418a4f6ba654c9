import { parseRead } from '../../domain/rest/parse/parse.ts'
import { parseWrite, type WriteMethod } from '../../domain/rest/parse/write.ts'
import type { Database, Statement } from '../../server/db/database.ts'
import { planRead } from '../../server/rest/plan/plan-read.ts'
import { planWrite } from '../../server/rest/plan/plan-write.ts'
import { readSchema } from '../../server/rest/schema/schema-cache.ts'
import { toSql } from '../../server/rest/sql/read-sql.ts'
import { toWriteSql } from '../../server/rest/sql/write-sql.ts'

/** A node of a query plan, as `explain (format json)` prints it. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** Returns the statement for a GET request of a relation or a function. */
export async function readStatement(
  db: Database,
  name: string,
  query: string,
  kind: 'relation' | 'function' = 'relation',
): Promise<Statement> {
  return toSql(planRead(parseRead('GET', { resource: { kind, name }, query }, {}), await readSchema(db)))
}

/** Returns the statement for a write request. */
export async function writeStatement(
  db: Database,
  method: WriteMethod,
  address: { relation: string; query: string },
  body = '',
): Promise<Statement> {
  const headers = { 'content-type': 'application/json' }
  return toWriteSql(planWrite(parseWrite(method, address, headers, body), await readSchema(db)))
}

/** Returns all nodes of a statement's plan for a role. @param options `runs`: with the number of rows of each, by running it. */
export async function explain(
  db: Database,
  role: string,
  { text, values }: Statement,
  { runs = false } = {},
): Promise<PlanNode[]> {
  const [row] = await db.transaction([
    { text: `set local role ${role}` },
    { text: `explain (format json${runs ? ', analyze' : ''}) ${text}`, values: values ?? [] },
  ])
  const plan = row?.['QUERY PLAN']
  const [{ Plan: root }] = (typeof plan === 'string' ? JSON.parse(plan) : plan) as [{ Plan: PlanNode }]
  return steps(root)
}

function steps(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(steps)]
}
