import type { Caller } from '../../db/as-caller.ts'
import type { Relation, Routine, Schema } from '../schema/schema.ts'
import { definitionOf, usableColumns } from './definitions.ts'
import { bodyOf, filtersOf, SHARED } from './parameters.ts'
import { ROOT, relationPath, routinePath } from './paths.ts'
import { commented, type Document } from './swagger.ts'
import type { Usable, UsableRelation, UsableRoutine } from './usable.ts'

const TITLE = 'Criterion Collection Tracker'
const DESCRIPTION = 'Tables, views and functions, as PostgREST serves them.'

const KEY = { type: 'apiKey', name: 'apikey', in: 'header', description: 'The public key of /config.json' }
const TOKEN = {
  type: 'apiKey',
  name: 'Authorization',
  in: 'header',
  description: 'Bearer, a space and the access token of a person',
}

interface About {
  role: Caller['role']
  version: string
  basePath: string
}

/** Describes what a role may use, as PostgREST does. Document: docs.postgrest.org "OpenAPI". */
export function documentOf(schema: Schema, usable: Usable, { role, version, basePath }: About): Document {
  const relations = usable.relations.flatMap((grants) => relationIn(schema, grants))
  const routines = usable.routines.flatMap((granted) => routineIn(schema, granted))
  const { summary = TITLE, description = DESCRIPTION } = commented(usable.comment)
  const json = 'application/json'
  return {
    swagger: '2.0',
    info: { title: summary, description, version },
    basePath,
    consumes: [json],
    produces: [json, 'application/vnd.pgrst.object+json', 'text/csv'],
    paths: Object.fromEntries([
      ['/', ROOT],
      ...relations.map(({ relation, grants }) => [`/${relation.name}`, relationPath(relation, grants)]),
      ...routines.map(({ routine, comment }) => [
        `/rpc/${routine.name}`,
        routinePath(routine, comment, schema),
      ]),
    ]),
    definitions: Object.fromEntries(
      relations.map(({ relation, grants }) => [relation.name, definitionOf(relation, grants, schema)]),
    ),
    parameters: Object.fromEntries([
      ...Object.entries(SHARED),
      ...relations.flatMap(({ relation, grants }) => [
        ...filtersOf(relation.name, usableColumns(relation, grants), grants.comments),
        bodyOf(relation.name),
      ]),
    ]),
    securityDefinitions: role === 'anon' ? { apikey: KEY } : { apikey: KEY, JWT: TOKEN },
    security: [role === 'anon' ? { apikey: [] } : { apikey: [], JWT: [] }],
    externalDocs: {
      description: 'PostgREST Documentation',
      url: 'https://docs.postgrest.org/en/stable/references/api.html',
    },
  }
}

/** Returns a relation that is served, if the role may use any of it. */
function relationIn(
  schema: Schema,
  grants: UsableRelation,
): { relation: Relation; grants: UsableRelation }[] {
  const relation = schema.relations.get(grants.name)
  const { select, insert, update } = grants
  const isUsable = select.length + insert.length + update.length > 0 || grants.delete
  return relation && isUsable ? [{ relation, grants }] : []
}

function routineIn(
  schema: Schema,
  { name, parameters, comment }: UsableRoutine,
): { routine: Routine; comment: string | null }[] {
  const named = (schema.routines.get(name) ?? []).filter(
    (routine) => routine.parameters.length === parameters.length,
  )
  const routine = named.find((routine) =>
    routine.parameters.every((parameter, index) => parameter.name === parameters[index]),
  )
  return routine ? [{ routine, comment }] : []
}
