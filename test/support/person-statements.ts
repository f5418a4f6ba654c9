import { parsePlPgSQLSync, parseSync } from 'libpg-query'

/** A part of a statement about tracking that the shard of one person cannot run alone. */
export interface Fault {
  fault: 'not bound to one person' | 'joined to a table that is not copied'
  table: string
}

/** Tables and views by their names with schema: those with rows of people, and those that every shard has a copy of. */
export interface Tables {
  people: ReadonlySet<string>
  copied: ReadonlySet<string>
}

/** A node of the tree that PostgreSQL's parser makes of a statement, with the members that are looked at here. */
interface Node {
  A_Expr?: Node
  BoolExpr?: Node
  ColumnRef?: Node
  CreateFunctionStmt?: Node
  DefElem?: Node
  JoinExpr?: Node
  List?: Node
  RangeFunction?: Node
  RangeSubselect?: Node
  RangeVar?: Node
  ResTarget?: Node
  SelectStmt?: Node
  String?: Node
  alias?: Node
  aliasname?: string
  arg?: Node
  args?: Node[]
  boolop?: string
  cols?: Node[]
  defname?: string
  fromClause?: Node[]
  items?: Node[]
  jointype?: string
  kind?: string
  larg?: Node
  lexpr?: Node
  name?: unknown
  options?: Node[]
  quals?: Node
  rarg?: Node
  relation?: Node
  relname?: string
  rexpr?: Node
  schemaname?: string
  selectStmt?: Node
  sql_body?: Node
  stmt?: Node
  stmts?: Node[]
  sval?: string
  targetList?: Node[]
  usingClause?: Node[]
  val?: Node
  whereClause?: Node
}

/**
 * Finds what keeps statements from running on the shard of one person: a reference to a table of people without an equality
 * of its `user_id` (for an insert, without a value for it), or another table beside it that the shard lacks. Names without
 * a schema, such as those of common table expressions, are not looked at.
 * @param sql one or more statements.
 * @throws if the SQL is not PostgreSQL's.
 */
export function faultsOf(sql: string, tables: Tables): Fault[] {
  const { stmts = [] } = parseSync(sql) as Node
  return stmts.flatMap((statement) => {
    const read = references(statement)
    if (!read.some((name) => tables.people.has(name))) return []
    const unbound = unboundIn(statement, tables.people)
    const missing = read.filter((name) => !tables.people.has(name) && !tables.copied.has(name))
    return [
      ...unbound.map((table): Fault => ({ fault: 'not bound to one person', table })),
      ...missing.map((table): Fault => ({ fault: 'joined to a table that is not copied', table })),
    ]
  })
}

/**
 * Returns the statements of a function, and its expressions as statements.
 * @param definition as `pg_get_functiondef` returns it.
 */
export function statementsOf(definition: string): string[] {
  const { stmts = [] } = parseSync(definition) as Node
  const { sql_body, options = [] } = stmts[0]?.stmt?.CreateFunctionStmt ?? {}
  // Such a body is parsed with the definition.
  if (sql_body) return [definition]
  const option = (name: string) => options.find(({ DefElem }) => DefElem?.defname === name)?.DefElem?.arg
  if (option('language')?.String?.sval === 'plpgsql') {
    return texts(parsePlPgSQLSync(definition), 'query').map(asStatement)
  }
  return (option('as')?.List?.items ?? []).map(({ String: body }) => body?.sval ?? '')
}

/** The parser gives the expressions and assignments of PL/pgSQL as they are written. */
function asStatement(query: string): string {
  for (const candidate of [query, `select ${query}`, `select ${query.replace(/^[\w.]+\s*:?=/, '')}`]) {
    try {
      parseSync(candidate)
      return candidate
    } catch {}
  }
  throw new Error(`This is neither a statement nor an expression: ${query}`)
}

/** Examines each query, also within others, because the conditions of a query bind its own tables only. */
function unboundIn(node: unknown, people: ReadonlySet<string>): string[] {
  return children(node).flatMap(([kind, child]) => [
    ...unboundHere(kind, child, people),
    ...unboundIn(child, people),
  ])
}

function unboundHere(kind: string, query: Node, people: ReadonlySet<string>): string[] {
  if (kind === 'InsertStmt') {
    const { name } = reference(query.relation ?? {})
    return people.has(name) && !isInsertBound(query) ? [name] : []
  }
  const own = sourcesOf(query)
  const bound = boundBy(query, own)
  return own.filter(({ name, alias }) => people.has(name) && !bound.has(alias)).map(({ name }) => name)
}

/** Whether the rows that are inserted are of one person: of a value, or of one that the query is bound to. */
function isInsertBound({ cols, selectStmt }: Node): boolean {
  const query = selectStmt?.SelectStmt ?? {}
  const bound = boundBy(query, sourcesOf(query))
  const place = (cols ?? []).findIndex(({ ResTarget }) => ResTarget?.name === 'user_id')
  // A column that is not named has its default, which is the caller.
  if (cols && place < 0) return true
  const person = cols && personIn(query.targetList?.[place]?.ResTarget?.val, sourcesOf(query))
  return cols && person === undefined ? true : bound.has(person ?? [...bound][0] ?? '')
}

/** The aliases whose person is a value, or the person of another such alias. */
function boundBy({ whereClause, fromClause, usingClause }: Node, own: Source[]): Set<string> {
  const comparisons = [whereClause, fromClause, usingClause].flatMap((node) => comparisonsIn(node, own))
  const bound = new Set<string>()
  // Each round binds one more alias, or none is left.
  for (let round = 0; round <= own.length; round++) {
    for (const { alias, other } of comparisons) {
      if (other === undefined || bound.has(other)) bound.add(alias)
    }
  }
  return bound
}

/** The person of a source is compared with that of another one or, if that is undefined, with a value. */
interface Comparison {
  alias: string
  other?: string | undefined
}

/**
 * The comparisons that hold for every row: those joined by AND, and the condition of a join. The condition of an outer
 * join counts only for its nullable side.
 */
function comparisonsIn(node: unknown, own: Source[]): Comparison[] {
  if (Array.isArray(node)) return node.flatMap((one) => comparisonsIn(one, own))
  const { A_Expr: comparison, JoinExpr: join, BoolExpr: junction } = asNode(node)
  if (junction?.boolop === 'AND_EXPR') return comparisonsIn(junction.args, own)
  if (join) return [...comparisonsOfJoin(join, own), ...comparisonsIn([join.larg, join.rarg], own)]
  if (comparison?.kind !== 'AEXPR_OP' || texts(comparison.name, 'sval')[0] !== '=') return []
  const { lexpr, rexpr } = comparison
  return [...comparisonOf(lexpr, rexpr, own), ...comparisonOf(rexpr, lexpr, own)]
}

function comparisonOf(one: unknown, other: unknown, own: Source[]): Comparison[] {
  const alias = personIn(one, own)
  if (alias === undefined) return []
  const person = personIn(other, own)
  if (person !== undefined) return [{ alias, other: person }]
  return isColumnOf(other, own) ? [] : [{ alias }]
}

function comparisonsOfJoin({ jointype, quals, larg, rarg, usingClause }: Node, own: Source[]): Comparison[] {
  const [left, right] = [sourcesIn(larg), sourcesIn(rarg)].map((side) => side.map(({ alias }) => alias))
  const leftOut = { JOIN_INNER: [left, right], JOIN_LEFT: [right], JOIN_RIGHT: [left] }[jointype ?? ''] ?? []
  const pairs = (left ?? []).flatMap((one) => (right ?? []).map((other) => [one, other] as const))
  const shared = texts(usingClause, 'sval').includes('user_id') ? pairs : []
  return [
    ...comparisonsIn(quals, own),
    ...shared.flatMap(([one, other]) => [
      { alias: one, other },
      { alias: other, other: one },
    ]),
  ].filter(({ alias }) => leftOut.flat().includes(alias))
}

/** The alias whose person an expression is: a `user_id`, or the id or name of a profile. */
function personIn(expression: unknown, own: Source[]): string | undefined {
  const path = texts(asNode(expression).ColumnRef, 'sval')
  const [column = '', alias = own.length === 1 ? own[0]?.alias : undefined] = path.toReversed()
  const source = own.find((one) => one.alias === alias)
  const names = source?.name === 'public.profiles' ? ['id', 'username'] : ['user_id']
  return source && names.includes(column) ? source.alias : undefined
}

function isColumnOf(expression: unknown, own: Source[]): boolean {
  const path = texts(asNode(expression).ColumnRef, 'sval')
  return path.length > 1 && own.some(({ alias }) => alias === path[0])
}

/** A table, subquery or function in the FROM clause of a query, or the table that it changes; only a table has a name. */
interface Source {
  name: string
  alias: string
}

function sourcesOf({ fromClause, usingClause, relation }: Node): Source[] {
  return [fromClause, usingClause, relation && { RangeVar: relation }].flatMap(sourcesIn)
}

function sourcesIn(node: unknown): Source[] {
  if (Array.isArray(node)) return node.flatMap(sourcesIn)
  const { RangeVar: table, JoinExpr: join, RangeSubselect: subquery, RangeFunction: call } = asNode(node)
  if (table) return [reference(table)]
  if (join) return sourcesIn([join.larg, join.rarg])
  const alias = (subquery ?? call)?.alias?.aliasname
  return alias === undefined ? [] : [{ name: '', alias }]
}

function reference({ schemaname, relname = '', alias }: Node): Source {
  return {
    name: schemaname === undefined ? relname : `${schemaname}.${relname}`,
    alias: alias?.aliasname ?? relname,
  }
}

/** The names with a schema of all tables and views in a tree. */
function references(node: unknown): string[] {
  const { relname, schemaname } = asNode(node)
  const own = relname !== undefined && schemaname !== undefined ? [`${schemaname}.${relname}`] : []
  return [...own, ...children(node).flatMap(([, child]) => references(child))]
}

/** All texts under a key, at any depth. */
function texts(node: unknown, key: string): string[] {
  const own = Object.entries(asNode(node)).flatMap(([name, value]) =>
    name === key && typeof value === 'string' ? [value] : [],
  )
  return [...own, ...children(node).flatMap(([, child]) => texts(child, key))]
}

/** The nodes below a node, each with its kind or the name of its place. */
function children(node: unknown): [string, Node][] {
  return Object.entries(Array.isArray(node) ? { ...node } : asNode(node)).filter(
    (entry): entry is [string, Node] => typeof entry[1] === 'object' && entry[1] !== null,
  )
}

function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}
