/** Plan: the resource of a request and the schema → the relation, or the function with its arguments and filters. */

import { ApiError } from '../../../domain/rest/api-error.ts'
import { type Condition, type Parameter, type Resource, SCHEMA } from '../../../domain/rest/request.ts'
import type { Relation, Routine, RoutineParameter, RoutineResult, Schema } from '../schema/schema.ts'

/** What a request reads from, with the columns that it may name. */
export interface Target {
  source: Source
  name: string
  columns: readonly { name: string; typeName: string }[]
  /** Parameters that turned out to be filters and not arguments. */
  filters: readonly Condition[]
}

export type Source = { kind: 'relation'; name: string } | Call

/** A function with its arguments. */
interface Call {
  kind: 'call'
  routine: Routine
  arguments: readonly Argument[]
  /** The JSON object with the values of the arguments; null if each argument has its own value. */
  json: string | null
}

export interface Argument {
  parameter: RoutineParameter
  value: string
}

interface Candidate {
  routine: Routine
  arguments: Argument[]
  filters: Parameter[]
}

/** @throws ApiError 404 for an unknown table or function (PGRST205, PGRST202), 300 PGRST203 for an ambiguous one. */
export function findTarget(resource: Resource, schema: Schema): Target {
  if (resource.kind === 'function') return findCall(resource, schema)
  const { name, columns } = findRelation(resource.name, schema)
  return { source: { kind: 'relation', name }, name, columns, filters: [] }
}

/** @throws ApiError 404 PGRST205. */
export function findRelation(name: string, schema: Schema): Relation {
  const relation = schema.relations.get(name)
  if (relation) return relation
  throw new ApiError(404, 'PGRST205', `Could not find the table '${SCHEMA}.${name}' in the schema cache`)
}

/**
 * Finds the function that takes the given parameters: those it declares are its arguments, the others filter its rows.
 * Of several functions with this name, the one that takes the most arguments is called.
 * @throws ApiError 404 PGRST202 if there is none, 300 PGRST203 if there are several.
 */
function findCall(resource: Resource & { kind: 'function' }, schema: Schema): Target {
  const { name, parameters } = resource
  const routines = schema.routines.get(name) ?? []
  const candidates = routines.flatMap((routine) => candidate(routine, parameters))
  const most = Math.max(...candidates.map((each) => each.arguments.length))
  const [best, ...others] = candidates.filter((each) => each.arguments.length === most)
  if (!best) throw notFound(name, parameters)
  if (others.length > 0) throw ambiguous(best.routine, others)
  const { returns } = best.routine
  return {
    source: { kind: 'call', routine: best.routine, arguments: best.arguments, json: resource.json },
    name,
    columns: columnsOf(returns),
    filters: best.filters.flatMap(({ asFilter }): Condition[] => (asFilter ? [asFilter()] : [])),
  }
}

/** The values of a function that does not return rows are a column named `value`. */
function columnsOf(returns: RoutineResult): Target['columns'] {
  if (returns.kind === 'rows') return returns.columns
  return [{ name: 'value', typeName: returns.kind === 'values' ? returns.typeName : 'void' }]
}

function candidate(routine: Routine, given: readonly Parameter[]): Candidate[] {
  const hasColumns = routine.returns.kind === 'rows'
  const names = new Set(routine.parameters.map(({ name }) => name))
  const taken = routine.parameters.flatMap((parameter) => {
    const argument = argumentOf(parameter, given, hasColumns)
    return argument ? [{ parameter, argument }] : []
  })
  const used = new Set(taken.map(({ argument }) => argument))
  // Of several plain values for one parameter, only the last is used; the others are not filters.
  const filters = given.filter((each) => !used.has(each) && (each.asFilter !== null || !names.has(each.name)))
  const isMissing = routine.parameters.some(({ name, optional }) => {
    return !optional && !taken.some(({ parameter }) => parameter.name === name)
  })
  const isUnfit = filters.some(({ asFilter }) => asFilter === null || !hasColumns)
  if (isMissing || isUnfit) return []
  return [
    {
      routine,
      arguments: taken.map(({ parameter, argument }) => ({ parameter, value: argument.value })),
      filters,
    },
  ]
}

/**
 * Returns the argument for a parameter: the last plain value, as in PostgREST. A value that looks like a filter is an
 * argument only if the parameter is required or the rows of the function have no columns to filter.
 */
function argumentOf(
  { name, optional }: RoutineParameter,
  given: readonly Parameter[],
  hasColumns: boolean,
): Parameter | undefined {
  const named = given.filter((each) => each.name === name)
  const plain = named.findLast(({ asFilter }) => asFilter === null)
  return plain ?? (optional && hasColumns ? undefined : named[0])
}

function notFound(name: string, parameters: readonly Parameter[]): ApiError {
  const names = parameters.map((parameter) => parameter.name).join(', ')
  return new ApiError(
    404,
    'PGRST202',
    `Could not find the function ${SCHEMA}.${name}${names ? `(${names})` : ' without parameters'} in the schema cache`,
  )
}

function ambiguous(best: Routine, others: readonly Candidate[]): ApiError {
  const signatures = [best, ...others.map((other) => other.routine)]
    .map((routine) => {
      const parameters = routine.parameters.map(({ name, type }) => `${name} => ${type}`).join(', ')
      return `${SCHEMA}.${routine.name}(${parameters})`
    })
    .toSorted()
  return new ApiError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    null,
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  )
}
