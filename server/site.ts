import path from 'node:path'
import type { FilmsCsv } from '../domain/csv/films-csv.ts'
import { loadFilms, readCatalogueFile } from './admin/catalogue-files.ts'
import type { Progress } from './admin/progress.ts'
import { backUpBeforeUpgrade } from './backup/automatic.ts'
import { refuseNewer, restoreBackup, type Source } from './backup/restore.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { isHosted, isMigrated, migrate, readMigrations } from './db/migrate/migrate.ts'
import { openDatabase } from './db/open.ts'
import { Refusal } from './refusal.ts'

/**
 * Opens the site's database with everything it needs in place; a new one gets the catalogue in the same stroke, and one
 * of an older version is backed up before it is brought to this.
 */
export function openSite({
  migrationsDir,
  catalogue,
  backups,
  version,
  ...where
}: Config): Promise<Database> {
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
      migrate(db, migrations, {
        whenNew: async (tx) => {
          const content = await readFilms()
          if (!content) return
          await loadFilms(tx, content, { name: path.basename(catalogue ?? '') })
          await tx.script('analyze public.films')
        },
        beforeUpgrade: (tx, pending) => backUpBeforeUpgrade(backups, version, db, tx, pending),
      }),
  })
}

/** Opens the site's database as it is, of whatever version. @throws Refusal where there is none to be read. */
export function openSiteAsItIs(config: Config): Promise<Database> {
  const none = () => {
    const where = config.databaseUrl ? 'DATABASE_URL leads to' : `DATA_DIR is ${config.dataDir}, which has`
    return new Refusal(`${where} no database of a site; name the one that you mean.`)
  }
  return openDatabase(config, {
    check: () => Promise.reject(none()),
    fill: async (db) => {
      if (await isHosted(db)) {
        throw new Refusal(
          'DATABASE_URL leads to a hosted Supabase project, which has backups of its own; see its dashboard.',
        )
      }
      if (!(await isMigrated(db))) throw none()
    },
  })
}

/** Makes the site's database from a backup. @throws Refusal where there is one already, or for one of a newer version. */
export async function restoreSite(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'migrationsDir'>,
  source: Source,
  onProgress?: (progress: Progress) => void,
): Promise<Database> {
  const migrations = readMigrations(config.migrationsDir)
  refuseNewer(source, migrations)
  return openDatabase(config, {
    check: async () => {},
    replacesLost: true,
    fill: (db) => restoreBackup(db, migrations, source, onProgress),
  })
}
