/** The only schema served; tables of other schemas cannot be reached. */
export const SCHEMA = 'public'

/** A parsed request to read. No name in it has been looked up in the schema yet. */
export interface ReadRequest {
  resource: Resource
  select: readonly SelectItem[]
  /** All must hold. */
  filters: readonly Condition[]
  order: readonly OrderTerm[]
  range: Range
  /** Whether the response states how many rows match in total. */
  count: boolean
  /** The most rows that a function may affect; null is no limit. */
  maxAffected: number | null
  media: Media
  /** HEAD: the response has no body. */
  bodiless: boolean
}

export type Resource =
  | { kind: 'relation'; name: string }
  | {
      kind: 'function'
      name: string
      parameters: readonly Parameter[]
      /** A JSON object with the values of the parameters; null if each parameter has its own value. */
      json: string | null
    }

/** An argument of a function or a filter of its rows; the schema decides which. */
export interface Parameter {
  name: string
  value: string
  /** Parses the parameter as a filter, which may fail; null if the parameter does not look like one. */
  asFilter: (() => Condition) | null
}

export type SelectItem =
  | { kind: 'all' }
  | { kind: 'column'; name: string; path?: JsonPath; alias: string | null; cast: string | null }
  | { kind: 'embedding'; name: string }

export type Condition =
  | { kind: 'and' | 'or'; negated: boolean; members: readonly Condition[] }
  | ({ kind: 'comparison'; negated: boolean } & Field & Comparison)

/** A column, or a path into its value as JSON. */
export interface Field {
  column: string
  path?: JsonPath
}

export type JsonPath = readonly [JsonStep, ...JsonStep[]]

/** A step to the member of an object, or to an element of an array (from 0, or from the end if negative). */
export interface JsonStep {
  arrow: '->' | '->>'
  to: string | number
}

export type Comparison =
  /** With a quantifier, the value is the text of an array; the comparison must hold for any or all of its elements. */
  | { operator: ComparisonOperator; quantifier?: Quantifier; value: string }
  | { operator: 'in'; values: readonly string[] }
  | { operator: 'is'; value: Truth }

/** The operators that take a quantifier. */
export const QUANTIFIABLE = ['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'] as const

const UNQUANTIFIED = ['neq', 'isdistinct', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxl', 'nxr', 'adj'] as const

export const COMPARISON_OPERATORS = [...QUANTIFIABLE, ...UNQUANTIFIED] as const
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number]

export type Quantifier = 'any' | 'all'

export const TRUTHS = ['null', 'not_null', 'true', 'false', 'unknown'] as const
export type Truth = (typeof TRUTHS)[number]

export interface OrderTerm extends Field {
  direction: 'asc' | 'desc'
  /** Null is the default of the direction: last when ascending, first when descending. */
  nulls: 'first' | 'last' | null
}

/** The most rows in a response, and in the body of a request. A client reads more rows with further requests. */
export const MAX_ROWS = 1000

/** Rows, counted from 0; null is no limit. */
export interface Range {
  offset: number
  limit: number | null
}

export type Media = 'json' | 'object' | 'csv'

/** A parsed request to write. No name in it has been looked up in the schema yet. */
export interface WriteRequest {
  relation: string
  change: Change
  select: readonly SelectItem[]
  /** All must hold; an insert has none. */
  filters: readonly Condition[]
  /** The form of the response; null is the server's default. */
  returns: Returns | null
  count: boolean
  media: Media
  /** The most rows that may be written; null is no limit. */
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
  /** The columns to write: those named in the address, otherwise the keys of the objects. */
  columns: readonly string[]
  /** The value of a column that an object does not name; null is the server's default. */
  missing: Missing | null
}

export const MISSING = ['default', 'null'] as const
export type Missing = (typeof MISSING)[number]
