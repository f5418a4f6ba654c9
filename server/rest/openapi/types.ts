import type { Schema } from '../schema/schema.ts'
import type { TypedSchema } from './swagger.ts'

const TYPES: Readonly<Record<string, NonNullable<TypedSchema['type']>>> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
}

const JSON_TYPES = ['json', 'jsonb']

/** Returns a type of PostgreSQL as PostgREST describes it. */
export function typeOf(
  { type, typeName }: { type: string; typeName: string },
  enums: Schema['enums'],
): TypedSchema {
  if (type.endsWith('[]')) return { type: 'array', items: itemsOf(type.slice(0, -2)), format: type }
  const labels = enums.get(typeName)
  return { ...itemsOf(type), format: type, ...(labels && { enum: labels }) }
}

function itemsOf(type: string): Pick<TypedSchema, 'type'> {
  return JSON_TYPES.includes(type) ? {} : { type: TYPES[type] ?? 'string' }
}

/** Returns the type of a value in a query, where arrays and JSON are text. */
export function typeInQuery({ type }: TypedSchema): 'string' | 'boolean' | 'integer' | 'number' {
  return type === undefined || type === 'array' ? 'string' : type
}
