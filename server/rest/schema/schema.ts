/** The relations, functions and enums of the schema `public`, read from the catalogue. */
export interface Schema {
  relations: ReadonlyMap<string, Relation>
  /** By name; functions with one name differ in their parameters. */
  routines: ReadonlyMap<string, readonly Routine[]>
  enums: ReadonlyMap<string, readonly string[]>
}

export interface Relation {
  name: string
  kind: 'table' | 'view'
  /** In the order of declaration. */
  columns: readonly Column[]
  primaryKey: readonly string[]
  uniqueKeys: readonly (readonly string[])[]
  foreignKeys: readonly ForeignKey[]
  /** The first column of its primary key is a person, so it has rows of every account. */
  perPerson: boolean
  /** The part of a profile to which its rows belong, if its row rule asks whether their person shows that part. */
  hiddenPart: HiddenPart | null
  /**
   * Every commit that changes it sends a notification (by triggers of `private.announce_change`), and every caller who
   * may read it sees all of its rows. Responses made from it can be cached.
   */
  announced: boolean
}

export interface HiddenPart {
  /** The column of the person. */
  person: string
  part: string
}

export interface Column extends ResultColumn {
  nullable: boolean
  /** The default as an SQL expression. */
  default: string | null
  /** Computed from other columns, so it cannot be written. */
  generated: boolean
  identity: 'always' | 'by default' | null
}

interface Typed {
  name: string
  /** The SQL name: `integer`, `text[]`. */
  type: string
  /** The catalogue's name: `int4`, `_text`. */
  typeName: string
}

export interface ForeignKey {
  name: string
  columns: readonly string[]
  /** A relation in `public`. */
  referencedRelation: string
  referencedColumns: readonly string[]
  isOneToOne: boolean
}

export interface Routine {
  name: string
  parameters: readonly RoutineParameter[]
  volatility: 'immutable' | 'stable' | 'volatile'
  /** The tables it reads, if its result depends only on them and its arguments; otherwise null. */
  tables: readonly string[] | null
  returns: RoutineResult
}

export interface RoutineParameter extends Typed {
  /** Whether it has a default. */
  optional: boolean
}

export type RoutineResult =
  | { kind: 'nothing' }
  | { kind: 'values'; set: boolean; type: string; typeName: string }
  /** The rows are those of a relation, or of a composite type or declared columns (then `relation` is null). */
  | { kind: 'rows'; set: boolean; relation: string | null; columns: readonly ResultColumn[] }

export interface ResultColumn extends Typed {
  /** Unknown for a column that a function declares. */
  nullable?: boolean
}
