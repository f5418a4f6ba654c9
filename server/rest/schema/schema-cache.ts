import type { Database, Queryable } from '../../db/database.ts'
import { CATALOGUE_QUERY, type Catalogue } from './catalogue-query.ts'
import type { Schema } from './schema.ts'

const RETRY_MS = 1000

/** The schema as of its last change, until the cache is closed. */
export interface SchemaCache {
  /** Throws until the schema was read for the first time. */
  readonly current: Schema
  /** Resolves after the first reading; rejects if that fails. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

/**
 * Reads the schema, and reads it again after each notification that it changed: `notify pgrst, 'reload schema'`, or
 * without a payload, as PostgREST documents under "Schema Cache Reloading".
 * @param onChange is called after each of these readings.
 * @param onFailure gets the error of a failed reading; the schema read last stays until a reading succeeds.
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
    // The process listens before it reads, so that it misses no change.
    stop = await db.listen('pgrst', (payload) => {
      if (payload === '' || payload === 'reload schema') readAgain()
    })
    current = await readSchema(db)
  }
  const ready = open()
  let reading = ready
  function readAgain(): void {
    clearTimeout(retry)
    // One reading follows the other, so that an older schema never replaces a newer one.
    reading = reading.then(reload)
  }
  async function reload(): Promise<void> {
    try {
      current = await readSchema(db)
      onChange()
    } catch (error) {
      onFailure(error)
      // No other notification may come.
      retry = setTimeout(readAgain, RETRY_MS).unref()
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
  if (!row) throw new Error('The query of the schema returned no row.')
  const { relations, routines, enums } = JSON.parse(row.schema) as Catalogue
  return {
    relations: new Map(relations.map((relation) => [relation.name, relation])),
    routines: Map.groupBy(routines, (routine) => routine.name),
    enums: new Map(enums.map(({ name, labels }) => [name, labels])),
  }
}
