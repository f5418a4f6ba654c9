/** The only schema served; no table of another is reachable. */
export const SCHEMA = 'public'

/** What the schema `public` has, as the database's catalogue tells it. */
export interface Schema {
  relations: ReadonlyMap<string, Relation>
  /** Functions of one name differ in their parameters. */
  routines: ReadonlyMap<string, readonly Routine[]>
  enums: ReadonlyMap<string, readonly string[]>
}

export interface Relation {
  name: string
  kind: 'table' | 'view'
  /** In the order they were declared. */
  columns: readonly Column[]
  primaryKey: readonly string[]
  uniqueKeys: readonly (readonly string[])[]
  foreignKeys: readonly ForeignKey[]
  /** Its key begins with a person: it has rows of everybody who has an account. */
  perPerson: boolean
  /**
   * Every commit that changes it is announced (see the migration `announced_changes`), and everybody who may read it sees
   * all of its rows: what is answered from it may be kept.
   */
  announced: boolean
}

export interface Column extends ResultColumn {
  nullable: boolean
  /** The expression, in SQL, whose value an insert takes that gives none. */
  default: string | null
  /** Computed from other columns: nobody writes it. */
  generated: boolean
  identity: 'always' | 'by default' | null
}

interface Typed {
  name: string
  /** As SQL writes it: `integer`, `text[]`. */
  type: string
  /** As the catalogue names it: `int4`, `_text`. */
  typeName: string
}

export interface ForeignKey {
  name: string
  columns: readonly string[]
  /** A relation of `public`. */
  referencedRelation: string
  referencedColumns: readonly string[]
  isOneToOne: boolean
}

export interface Routine {
  name: string
  parameters: readonly RoutineParameter[]
  volatility: 'immutable' | 'stable' | 'volatile'
  /** Those it reads, where its answer depends on nothing else but its arguments: not on who asks, nor when. */
  tables: readonly string[] | null
  returns: RoutineResult
}

export interface RoutineParameter extends Typed {
  /** It has a default. */
  optional: boolean
}

export type RoutineResult =
  | { kind: 'nothing' }
  | { kind: 'values'; set: boolean; type: string; typeName: string }
  /** Rows: of a relation of that name, of a composite type, or of columns the function declares. */
  | { kind: 'rows'; set: boolean; relation: string | null; columns: readonly ResultColumn[] }

export interface ResultColumn extends Typed {
  /** Nothing tells it of a column that a function declares. */
  nullable?: boolean
}
