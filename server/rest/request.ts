/** What a caller asks for, as written: nothing here has been looked up in the schema yet. */
export interface ReadRequest {
  resource: Resource
  select: readonly SelectItem[]
  /** All must hold. */
  filters: readonly Condition[]
  order: readonly OrderTerm[]
  range: Range
  /** Whether the answer states how many rows match beyond the page. */
  count: boolean
  /** More rows than this must not be affected by a function; null is no limit. */
  maxAffected: number | null
  media: Media
  /** HEAD: everything but the body. */
  bodiless: boolean
}

export type Resource =
  | { kind: 'relation'; name: string }
  | {
      kind: 'function'
      name: string
      parameters: readonly Parameter[]
      /** An object with the values of the parameters; null where they have their own. */
      json: string | null
    }

/** An argument of a function or a filter of its rows: only the schema tells. */
export interface Parameter {
  name: string
  value: string
  /** Reads it as a filter, which it may turn out not to be; null when it has not the look of one. */
  asFilter: (() => Condition) | null
}

export type SelectItem =
  | { kind: 'all' }
  | { kind: 'column'; name: string; path?: JsonPath; alias: string | null; cast: string | null }
  | { kind: 'embedding'; name: string }

export type Condition =
  | { kind: 'and' | 'or'; negated: boolean; members: readonly Condition[] }
  | ({ kind: 'comparison'; negated: boolean } & Field & Comparison)

/** A column, or what a path leads to in the JSON that it holds or can be written as. */
export interface Field {
  column: string
  path?: JsonPath
}

export type JsonPath = readonly [JsonStep, ...JsonStep[]]

/** One step: to the member of an object, or to an element of an array, counted from 0 or, if negative, from its end. */
export interface JsonStep {
  arrow: '->' | '->>'
  to: string | number
}

export type Comparison =
  /** With a quantifier the value is the text of an array, for any or all of whose elements it must hold. */
  | { operator: ComparisonOperator; quantifier?: Quantifier; value: string }
  | { operator: 'in'; values: readonly string[] }
  | { operator: 'is'; value: Truth }

/** Those that take a quantifier. */
export const QUANTIFIABLE = ['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'] as const

const UNQUANTIFIED = ['neq', 'isdistinct', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxl', 'nxr', 'adj'] as const

export const COMPARISON_OPERATORS = [...QUANTIFIABLE, ...UNQUANTIFIED] as const
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number]

export type Quantifier = 'any' | 'all'

export const TRUTHS = ['null', 'not_null', 'true', 'false', 'unknown'] as const
export type Truth = (typeof TRUTHS)[number]

export interface OrderTerm extends Field {
  direction: 'asc' | 'desc'
  /** Null leaves it to the direction: last when ascending, first when descending. */
  nulls: 'first' | 'last' | null
}

/** Rows counted from 0; no limit is null. */
export interface Range {
  offset: number
  limit: number | null
}

export type Media = 'json' | 'object' | 'csv'

/** What a caller wants written, as written. */
export interface WriteRequest {
  relation: string
  change: Change
  select: readonly SelectItem[]
  /** All must hold; an insert has none. */
  filters: readonly Condition[]
  /** The form of the answer; null leaves it to the server. */
  returns: Returns | null
  count: boolean
  media: Media
  /** More rows than this must not be written; null is no limit. */
  maxAffected: number | null
}

export const RETURNS = ['minimal', 'headers-only', 'representation'] as const
export type Returns = (typeof RETURNS)[number]

export type Change =
  | ({ kind: 'insert'; resolution: Resolution | null; onConflict: readonly string[] | null } & Written)
  | ({ kind: 'update' } & Written)
  | { kind: 'delete' }

export const RESOLUTIONS = ['merge-duplicates', 'ignore-duplicates'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

export interface Written {
  /** The text of a JSON array of objects. */
  json: string
  objects: number
  /** The columns to write: those named in the address, else the keys of the objects. */
  columns: readonly string[]
  /** What a column gets that an object does not name; null leaves it to the server. */
  missing: Missing | null
}

export const MISSING = ['default', 'null'] as const
export type Missing = (typeof MISSING)[number]
