import { ApiError } from '../../errors.ts'
import type { Condition, Parameter, Resource } from '../request.ts'
import {
  type Relation,
  type Routine,
  type RoutineParameter,
  type RoutineResult,
  SCHEMA,
  type Schema,
} from '../schema/schema.ts'

/** What a request reads from, and what it may name there. */
export interface Target {
  source: Source
  name: string
  columns: readonly { name: string; typeName: string }[]
  /** Filters that only the schema could tell from arguments. */
  filters: readonly Condition[]
}

export type Source = { kind: 'relation'; name: string } | Call

/** A function with the arguments it is called with. */
interface Call {
  kind: 'call'
  routine: Routine
  arguments: readonly Argument[]
  /** The object that holds the arguments' values; null where each has its own. */
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

/** @throws ApiError 404 for a table or function that is not there (PGRST205, PGRST202), 300 as below. */
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
 * Finds the function of a name that takes the given parameters: as arguments those it declares, as filters of
 * its rows the others. Of several functions the one that takes the most as arguments is meant.
 * @throws ApiError 404 PGRST202 when there is none, 300 PGRST203 when several are left.
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

/** Where a function has no columns, its values make one. */
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
  // A plain value given again for the same parameter was replaced by the one that is taken.
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
 * What is given for a parameter: the last plain value, as PostgREST takes it, and what has the look of a filter only where
 * it can be none or the function cannot be called without it.
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
