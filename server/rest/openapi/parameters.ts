import type { Column } from '../schema/schema.ts'
import type { Parameter, PlainParameter, Reference } from './swagger.ts'

const inQuery = (name: string, description: string): PlainParameter => ({
  name,
  description,
  required: false,
  in: 'query',
  type: 'string',
})

const inHeader = (name: string, description: string): PlainParameter => ({
  ...inQuery(name, description),
  in: 'header',
})

const prefer = (...values: string[]): PlainParameter => ({
  name: 'Prefer',
  description: 'Preference',
  required: false,
  in: 'header',
  type: 'string',
  enum: values,
})

const RETURNS = ['return=representation', 'return=minimal', 'return=headers-only']

/** The parameters of all relations, by PostgREST's names for them. */
export const SHARED = {
  select: inQuery('select', 'The columns to return'),
  order: inQuery('order', 'The columns to sort by'),
  limit: inQuery('limit', 'The most rows to return'),
  offset: inQuery('offset', 'How many rows to leave out'),
  on_conflict: inQuery('on_conflict', 'The columns of the key by which rows are merged'),
  range: inHeader('Range', 'The first and the last row to return: 0-49'),
  rangeUnit: { ...inHeader('Range-Unit', 'The unit of Range'), default: 'items' },
  preferCount: prefer('count=exact'),
  preferReturn: prefer(...RETURNS),
  preferPost: prefer(...RETURNS, 'resolution=ignore-duplicates', 'resolution=merge-duplicates'),
} as const satisfies Record<string, PlainParameter>

export const PAGING = ['order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'] as const

export function shared(...names: (keyof typeof SHARED)[]): Reference[] {
  return names.map(reference)
}

export function reference(parameter: string): Reference {
  return { $ref: `#/parameters/${parameter}` }
}

export const filterName = (relation: string, column: string) => `rowFilter.${relation}.${column}`
export const bodyName = (relation: string) => `body.${relation}`

/** A filter for each column, such as `year=gt.1950`. */
export function filtersOf(
  relation: string,
  columns: readonly Column[],
  comments: Readonly<Record<string, string | null>>,
): [string, Parameter][] {
  return columns.map(({ name }) => [
    filterName(relation, name),
    {
      name,
      ...(comments[name] && { description: comments[name] }),
      required: false,
      in: 'query',
      type: 'string',
    },
  ])
}

export function bodyOf(relation: string): [string, Parameter] {
  const schema = { $ref: `#/definitions/${relation}` }
  return [bodyName(relation), { name: relation, description: relation, required: false, in: 'body', schema }]
}
