import type { Database, Queryable } from '../db/database.ts'
import { CATALOGUE_QUERY, type Catalogue } from './catalogue-query.ts'
import type { Schema } from './schema.ts'

const RETRY_MS = 1000

/** The schema as of its last change, for as long as the cache is open. */
export interface SchemaCache {
  /** Once it was read for the first time. */
  readonly current: Schema
  /** Rejects where it cannot be read for the first time. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

/**
 * Reads the schema and reads it again whenever it is said to have changed: `notify pgrst, 'reload schema'`, or
 * without a payload, as PostgREST documents under "Schema Cache Reloading".
 * @param onChange is called whenever it was read again.
 * @param onFailure learns why a reading failed; the schema read last stays until one succeeds.
 */
export function openSchemaCache(
  db: Database,
  onChange: () => void,
  onFailure: (error: unknown) => void,
): SchemaCache {
  let current: Schema | undefined
  let stop = async () => {}
  let retry: NodeJS.Timeout | undefined
  async function open(): Promise<void> {
    // Listening comes first, so that no change falls between it and the first reading.
    stop = await db.listen('pgrst', (payload) => {
      if (payload !== '' && payload !== 'reload schema') return
      read()
    })
    current = await readSchema(db)
  }
  const ready = open()
  let reading = ready
  function read(): void {
    clearTimeout(retry)
    // Readings follow one another, so that an older schema never replaces a newer one.
    reading = reading.then(reload)
  }
  async function reload(): Promise<void> {
    try {
      current = await readSchema(db)
      onChange()
    } catch (error) {
      onFailure(error)
      // The schema may be another than the one read last, and nobody will say so again.
      retry = setTimeout(read, RETRY_MS).unref()
    }
  }
  return {
    get current() {
      if (current) return current
      throw new Error('The schema was not read yet.')
    },
    ready,
    async close() {
      await stop()
      await reading
      clearTimeout(retry)
    },
  }
}

export async function readSchema(db: Queryable): Promise<Schema> {
  const [row] = await db.query<{ schema: string }>(CATALOGUE_QUERY)
  const { relations, routines, enums } = JSON.parse(row?.schema ?? '{}') as Catalogue
  return {
    relations: new Map(relations.map((relation) => [relation.name, relation])),
    routines: Map.groupBy(routines, (routine) => routine.name),
    enums: new Map(enums.map(({ name, labels }) => [name, labels])),
  }
}
