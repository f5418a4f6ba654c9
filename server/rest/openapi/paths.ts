import type { Relation, Routine, Schema } from '../schema/schema.ts'
import { bodyName, filterName, PAGING, reference, shared } from './parameters.ts'
import { commented, type Operation, type Parameter, type PathItem, type TypedSchema } from './swagger.ts'
import { typeInQuery, typeOf } from './types.ts'
import type { UsableRelation } from './usable.ts'

export const ROOT: PathItem = {
  get: {
    tags: ['Introspection'],
    summary: 'What the caller may use: this document',
    produces: ['application/openapi+json', 'application/json'],
    responses: { 200: { description: 'OK' } },
  },
}

/** Returns the methods of a relation that the role may use. */
export function relationPath({ name }: Relation, usable: UsableRelation): PathItem {
  const about = { tags: [name], ...commented(usable.comment) }
  const body = reference(bodyName(name))
  const filters = usable.select.map((column) => reference(filterName(name, column)))
  const rows = { type: 'array', items: { $ref: `#/definitions/${name}` } } as const
  const read: Operation = {
    ...about,
    parameters: [...filters, ...shared('select', ...PAGING)],
    responses: { 200: { description: 'OK', schema: rows }, 206: { description: 'Partial Content' } },
  }
  const insert: Operation = {
    ...about,
    parameters: [body, ...shared('select', 'on_conflict', 'preferPost')],
    responses: { 201: { description: 'Created' } },
  }
  const update: Operation = {
    ...about,
    parameters: [...filters, body, ...shared('select', 'preferReturn')],
    responses: { 204: { description: 'No Content' } },
  }
  const remove: Operation = {
    ...about,
    parameters: [...filters, ...shared('select', 'preferReturn')],
    responses: { 204: { description: 'No Content' } },
  }
  return {
    ...(usable.select.length > 0 && { get: read }),
    ...(usable.insert.length > 0 && { post: insert }),
    ...(usable.update.length > 0 && { patch: update }),
    ...(usable.delete && { delete: remove }),
  }
}

/** Returns the methods of a function: a volatile one is called by POST only. */
export function routinePath(routine: Routine, comment: string | null, { enums }: Schema): PathItem {
  const { name, parameters, returns, volatility } = routine
  const paging = returns.kind === 'rows' && returns.set ? shared('select', ...PAGING) : []
  const about = { tags: [`(rpc) ${name}`], ...commented(comment), responses: { 200: { description: 'OK' } } }
  const typed = parameters.map((parameter) => ({ ...parameter, schema: typeOf(parameter, enums) }))
  const required = typed.filter(({ optional }) => !optional).map(({ name }) => name)
  const args: Parameter = {
    name: 'args',
    required: required.length > 0,
    in: 'body',
    schema: {
      type: 'object',
      ...(comment && { description: comment }),
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(typed.map(({ name, schema }) => [name, schema])),
    },
  }
  const post: Operation = { ...about, parameters: [args, ...paging] }
  if (volatility === 'volatile') return { post }
  return { get: { ...about, parameters: [...typed.map(argumentInQuery), ...paging] }, post }
}

function argumentInQuery(parameter: { name: string; optional: boolean; schema: TypedSchema }): Parameter {
  const { name, optional, schema } = parameter
  return {
    name,
    required: !optional,
    in: 'query',
    type: typeInQuery(schema),
    ...(schema.format && { format: schema.format }),
  }
}
