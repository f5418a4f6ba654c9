import type { Database, Statement } from '../../server/db/database.ts'
import { parseRead } from '../../server/rest/parse/parse.ts'
import { parseWrite, type WriteMethod } from '../../server/rest/parse/write.ts'
import { planRead } from '../../server/rest/plan/plan-read.ts'
import { planWrite } from '../../server/rest/plan/plan-write.ts'
import { readSchema } from '../../server/rest/schema/schema-cache.ts'
import { toSql } from '../../server/rest/sql/read-sql.ts'
import { toWriteSql } from '../../server/rest/sql/write-sql.ts'

/** A step of a plan, as `explain (format json)` names its parts. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/** The statement that a GET request of a relation or a function becomes. */
export async function readStatement(
  db: Database,
  name: string,
  query: string,
  kind: 'relation' | 'function' = 'relation',
): Promise<Statement> {
  return toSql(planRead(parseRead('GET', { resource: { kind, name }, query }, {}), await readSchema(db)))
}

/** The statement that a writing request becomes. */
export async function writeStatement(
  db: Database,
  method: WriteMethod,
  address: { relation: string; query: string },
  body = '',
): Promise<Statement> {
  const headers = { 'content-type': 'application/json' }
  return toWriteSql(planWrite(parseWrite(method, address, headers, body), await readSchema(db)))
}

/** Every step of a statement's plan, as a caller's role meets it. */
export async function explain(db: Database, role: string, { text, values }: Statement): Promise<PlanNode[]> {
  const [row] = await db.transaction([
    { text: `set local role ${role}` },
    { text: `explain (format json) ${text}`, values: values ?? [] },
  ])
  const answer = row?.['QUERY PLAN']
  const [{ Plan: root }] = (typeof answer === 'string' ? JSON.parse(answer) : answer) as [{ Plan: PlanNode }]
  return steps(root)
}

function steps(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(steps)]
}
