import type { Database, Queryable } from '../../db/database.ts'
import { CATALOGUE_QUERY, type Catalogue } from './catalogue-query.ts'
import type { KeptSchema } from './kept-schema.ts'
import type { Schema } from './schema.ts'

const RETRY_MS = 1000

/** How long after a start what was kept is compared with the catalogue: the first requests do not wait for it. */
const COMPARED_MS = 2000

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
 * @param onChange is called whenever it has changed, or may have.
 * @param onFailure learns why a reading failed; the schema read last stays until one succeeds.
 * @param kept of an earlier start, which serves until the catalogue was asked.
 */
export function openSchemaCache(
  db: Database,
  onChange: () => void,
  onFailure: (error: unknown) => void,
  kept?: KeptSchema,
): SchemaCache {
  let told: string | undefined
  let current: Schema | undefined
  let stop = async () => {}
  let next: NodeJS.Timeout | undefined
  async function open(): Promise<void> {
    // Listening comes first, so that no change falls between it and the first reading.
    stop = await db.listen('pgrst', (payload) => {
      if (payload !== '' && payload !== 'reload schema') return
      read(true)
    })
    const before = await kept?.read()
    if (before === undefined) {
      await learn()
      return
    }
    told = before
    current = schemaOf(before)
    next = setTimeout(read, COMPARED_MS, false).unref()
  }
  /** @returns whether it was another. */
  async function learn(): Promise<boolean> {
    const now = await askCatalogue(db)
    if (now === told) return false
    current = schemaOf(now)
    told = now
    await kept?.write(now)
    return true
  }
  const ready = open()
  let reading = ready
  /** @param isTold that it has changed, perhaps in what is not kept of it. */
  function read(isTold: boolean): void {
    clearTimeout(next)
    // Readings follow one another, so that an older schema never replaces a newer one.
    reading = reading.then(() => reload(isTold))
  }
  async function reload(isTold: boolean): Promise<void> {
    try {
      if ((await learn()) || isTold) onChange()
    } catch (error) {
      onFailure(error)
      // The schema may be another than the one read last, and nobody will say so again.
      next = setTimeout(read, RETRY_MS, isTold).unref()
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
      clearTimeout(next)
    },
  }
}

export async function readSchema(db: Queryable): Promise<Schema> {
  return schemaOf(await askCatalogue(db))
}

/** @returns a {@link Catalogue} as JSON. */
async function askCatalogue(db: Queryable): Promise<string> {
  const [row] = await db.query<{ schema: string }>(CATALOGUE_QUERY)
  if (!row) throw new Error('The catalogue of the database tells nothing.')
  return row.schema
}

function schemaOf(told: string): Schema {
  const { relations, routines, enums } = JSON.parse(told) as Catalogue
  return {
    relations: new Map(relations.map((relation) => [relation.name, relation])),
    routines: Map.groupBy(routines, (routine) => routine.name),
    enums: new Map(enums.map(({ name, labels }) => [name, labels])),
  }
}
