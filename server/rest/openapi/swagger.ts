/** The parts of Swagger 2.0 that the document has. Document: spec.openapis.org "OpenAPI Specification 2.0". */

export interface Document {
  swagger: '2.0'
  info: { title: string; description: string; version: string }
  basePath: string
  consumes: readonly string[]
  produces: readonly string[]
  paths: Record<string, PathItem>
  definitions: Record<string, ObjectSchema>
  parameters: Record<string, Parameter>
  securityDefinitions: Record<string, object>
  security: readonly Record<string, readonly never[]>[]
  externalDocs: { description: string; url: string }
}

type Method = 'get' | 'post' | 'patch' | 'delete'
export type PathItem = Partial<Record<Method, Operation>>

export interface Operation {
  tags: readonly string[]
  summary?: string
  description?: string
  produces?: readonly string[]
  parameters?: readonly (Parameter | Reference)[]
  responses: Record<string, { description: string; schema?: Schema }>
}

export interface Reference {
  $ref: string
}

type Schema = TypedSchema | ObjectSchema | { type: 'array'; items: Reference } | Reference

export interface ObjectSchema {
  type: 'object'
  description?: string
  required?: readonly string[]
  properties: Record<string, TypedSchema>
}

/** Without a type for JSON, which may be anything. */
export interface TypedSchema {
  type?: 'string' | 'boolean' | 'integer' | 'number' | 'array'
  items?: { type?: TypedSchema['type'] }
  /** The type's name in PostgreSQL. */
  format?: string
  enum?: readonly string[]
  description?: string
  default?: unknown
}

export type Parameter =
  | PlainParameter
  | { name: string; description?: string; required: boolean; in: 'body'; schema: Schema }

export interface PlainParameter extends Pick<TypedSchema, 'format' | 'enum' | 'default'> {
  name: string
  description?: string
  required: boolean
  in: 'query' | 'header'
  type: 'string' | 'boolean' | 'integer' | 'number'
}

/** A comment as PostgREST shows it: its first line is the summary, the rest the description. */
export function commented(comment: string | null | undefined): Pick<Operation, 'summary' | 'description'> {
  const [summary = '', ...rest] = (comment ?? '').split('\n')
  const description = rest.join('\n').trim()
  return { ...(summary && { summary }), ...(description && { description }) }
}
