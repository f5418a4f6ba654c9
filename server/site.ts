import path from 'node:path'
import type { FilmsCsv } from '../domain/films-csv.ts'
import { loadFilms, readCatalogueFile } from './catalogue.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { migrate, readMigrations } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'

/** Opens the site's database with everything it needs in place; a new one gets the catalogue in the same stroke. */
export function openSite({ migrationsDir, catalogue, ...where }: Config): Promise<Database> {
  const migrations = readMigrations(migrationsDir)
  let films: Promise<FilmsCsv> | undefined
  const readFilms = () => {
    films ??= catalogue ? readCatalogueFile(catalogue) : undefined
    return films
  }
  return openDatabase(where, {
    check: async () => {
      await readFilms()
    },
    fill: (db) =>
      migrate(db, migrations, async (tx) => {
        const content = await readFilms()
        if (!content) return
        await loadFilms(tx, content, { name: path.basename(catalogue ?? '') })
        await tx.script('analyze public.films')
      }),
  })
}
