import { loadFilms, readCatalogueFile } from './catalogue.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'

/** Opens the site's database with everything it needs in place; a new one gets the catalogue in the same stroke. */
export function openSite(config: Config): Promise<Database> {
  return openDatabase(config, async (db) => {
    await migrate(db, config.migrationsDir, async (tx) => {
      if (!config.catalogue) return
      await loadFilms(tx, await readCatalogueFile(config.catalogue))
      await tx.script('analyze public.films')
    })
  })
}
