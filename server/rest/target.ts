import { ApiError } from '../errors.ts'
import type { Condition, Parameter, Resource } from './request.ts'
import { type Relation, type Routine, type RoutineParameter, SCHEMA, type Schema } from './schema.ts'

/** What a request reads from, and what it may name there. */
export interface Target {
  source: Source
  name: string
  columns: readonly { name: string }[]
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

/** Where a function has no columns, its values make one. */
const VALUE = [{ name: 'value' }]

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
 * its rows the others. Of several the one that takes the most as arguments is meant.
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
    columns: returns.kind === 'rows' ? returns.columns : VALUE,
    filters: best.filters.flatMap(({ asFilter }): Condition[] => (asFilter ? [asFilter()] : [])),
  }
}

function candidate(routine: Routine, given: readonly Parameter[]): Candidate[] {
  const values = new Map<string, string>()
  const filters: Parameter[] = []
  const names = new Set(routine.parameters.map((parameter) => parameter.name))
  for (const parameter of given) {
    if (!names.has(parameter.name)) filters.push(parameter)
    else if (!values.has(parameter.name)) values.set(parameter.name, parameter.value)
  }
  const isMissing = routine.parameters.some(({ name, optional }) => !optional && !values.has(name))
  const isUnfit = filters.some(({ asFilter }) => asFilter === null || routine.returns.kind !== 'rows')
  if (isMissing || isUnfit) return []
  const taken = routine.parameters.flatMap((parameter) => {
    const value = values.get(parameter.name)
    return value === undefined ? [] : [{ parameter, value }]
  })
  return [{ routine, arguments: taken, filters }]
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
  const signatures = [best, ...others.map((other) => other.routine)].map((routine) => {
    const parameters = routine.parameters.map(({ name, type }) => `${name} => ${type}`).join(', ')
    return `${SCHEMA}.${routine.name}(${parameters})`
  })
  return new ApiError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    null,
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  )
}
