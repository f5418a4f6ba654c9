import { parsePlPgSQLSync, parseSync } from 'libpg-query'

/** What in a statement about tracking the shard of one person could not do alone. */
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
  RangeVar?: Node
  SelectStmt?: Node
  String?: Node
  alias?: Node
  aliasname?: string
  arg?: Node
  boolop?: string
  cols?: Node[]
  defname?: string
  fromClause?: Node[]
  items?: Node[]
  kind?: string
  larg?: Node
  lexpr?: Node
  name?: Node[]
  options?: Node[]
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
  usingClause?: Node[]
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

/** Looks at each query by itself: its own tables are bound by its own conditions. */
function unboundIn(node: unknown, people: ReadonlySet<string>): string[] {
  return children(node).flatMap(([kind, child]) => [
    ...unboundHere(kind, child, people),
    ...unboundIn(child, people),
  ])
}

function unboundHere(kind: string, query: Node, people: ReadonlySet<string>): string[] {
  if (kind === 'InsertStmt') {
    const { name } = reference(query.relation ?? {})
    // A column that is not named has its default, which is the caller.
    const isBound = query.cols !== undefined || comparisonsIn(query.selectStmt, 'subqueries too').length > 0
    return people.has(name) && !isBound ? [name] : []
  }
  const from = [query.fromClause, query.usingClause, query.relation && { RangeVar: query.relation }]
  const own = from.flatMap(tablesFrom)
  const bound = boundBy(comparisonsIn([query.whereClause, from]), own)
  return own.filter(({ name, alias }) => people.has(name) && !bound.has(alias)).map(({ name }) => name)
}

/** The aliases whose person is a value, or the person of another such alias. */
function boundBy(comparisons: Comparison[], own: Reference[]): Set<string> {
  const aliases = new Set(own.map(({ alias }) => alias))
  const only = own.length === 1 ? own[0]?.alias : undefined
  const bound = new Set<string>()
  const bind = (one: string | undefined, other: string | undefined) => {
    const isValue = other === undefined || !aliases.has(other) || bound.has(other)
    if (one !== undefined && one !== other && isValue) bound.add(one)
  }
  // Each round binds one more alias, or none is left.
  for (let round = 0; round <= own.length; round++) {
    for (const [one, other] of comparisons) bind(one || only, other === '' ? only : other)
  }
  return bound
}

/** The alias of a `user_id`, empty where it is written without, and that of the other one; undefined for another value. */
type Comparison = [string, string | undefined]

/** The comparisons of a `user_id` that hold for every row, and so none under an OR. */
function comparisonsIn(node: unknown, depth?: 'subqueries too'): Comparison[] {
  const { A_Expr: comparison, JoinExpr: join, SelectStmt: subquery, BoolExpr: junction } = asNode(node)
  if (subquery && !depth) return []
  if (junction && junction.boolop !== 'AND_EXPR') return []
  const found: Comparison[] = []
  if (comparison?.kind === 'AEXPR_OP' && texts(comparison.name, 'sval')[0] === '=') {
    const [one, other] = [aliasOfPerson(comparison.lexpr), aliasOfPerson(comparison.rexpr)]
    if (one !== undefined) found.push([one, other])
    if (other !== undefined) found.push([other, one])
  }
  if (join && texts(join.usingClause, 'sval').includes('user_id')) {
    const joined = tablesFrom([join.larg, join.rarg]).map(({ alias }) => alias)
    for (const one of joined) found.push(...joined.map((other): Comparison => [one, other]))
  }
  return [...found, ...children(node).flatMap(([, child]) => comparisonsIn(child, depth))]
}

function aliasOfPerson(expression: Node | undefined): string | undefined {
  const path = texts(expression?.ColumnRef, 'sval')
  return path.at(-1) === 'user_id' ? (path.at(-2) ?? '') : undefined
}

interface Reference {
  name: string
  alias: string
}

function reference({ schemaname, relname = '', alias }: Node): Reference {
  return {
    name: schemaname === undefined ? relname : `${schemaname}.${relname}`,
    alias: alias?.aliasname ?? relname,
  }
}

/** The tables in a list of `from`, without those of its subqueries. */
function tablesFrom(node: unknown): Reference[] {
  if (Array.isArray(node)) return node.flatMap(tablesFrom)
  const { RangeVar: table, JoinExpr: join } = asNode(node)
  if (table) return [reference(table)]
  return join ? tablesFrom([join.larg, join.rarg]) : []
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
