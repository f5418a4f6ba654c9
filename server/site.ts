import { type Catalogue, loadCatalogue, readCatalogue } from './admin/catalogue/catalogue-files.ts'
import { fillCatalogue } from './admin/catalogue/fill-catalogue.ts'
import type { Progress } from './admin/progress.ts'
import { backUpBeforeUpgrade } from './backup/automatic.ts'
import { refuseNewer, restoreBackup, type Source } from './backup/restore.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { isHosted, isMigrated, migrate, readMigrations } from './db/migrate/migrate.ts'
import { openDatabase } from './db/open.ts'
import { Refusal } from './refusal.ts'

/**
 * Opens the site's database and migrates it. A new database gets the catalogue in the same transaction; an older one is
 * backed up before it is migrated.
 */
export function openSite({
  migrationsDir,
  catalogue,
  backups,
  version,
  ...where
}: Config): Promise<Database> {
  const migrations = readMigrations(migrationsDir)
  let content: Promise<Catalogue> | undefined
  const readContent = () => {
    content ??= catalogue ? readCatalogue(catalogue) : undefined
    return content
  }
  return openDatabase(where, {
    check: async () => {
      await readContent()
    },
    fill: (db) =>
      migrate(db, migrations, {
        whenNew: async (tx) => {
          const content = await readContent()
          if (!content) return
          await loadCatalogue(tx, content)
          await tx.script('analyze public.films, public.film_aliases, public.sets, public.set_films')
        },
        beforeUpgrade: (tx, pending) => backUpBeforeUpgrade(backups, version, db, tx, pending),
        afterUpgrade: async (tx) => {
          const content = await readContent()
          if (content) await fillCatalogue(tx, content)
        },
      }),
  })
}

/** Opens the site's database of any version without migrating it. @throws Refusal if there is none. */
export function openSiteAsItIs(config: Config): Promise<Database> {
  const missing = () => {
    const where = config.databaseUrl ? 'DATABASE_URL leads to' : `DATA_DIR is ${config.dataDir}, which has`
    return new Refusal(`${where} no database of a site; name the one that you mean.`)
  }
  return openDatabase(config, {
    check: () => Promise.reject(missing()),
    fill: async (db) => {
      if (await isHosted(db)) {
        throw new Refusal(
          'DATABASE_URL leads to a hosted Supabase project, which makes its own backups; see its dashboard.',
        )
      }
      if (!(await isMigrated(db))) throw missing()
    },
  })
}

/** Creates the site's database from a backup. @throws Refusal if there is a database, or if the backup is newer. */
export async function restoreSite(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'migrationsDir'> & Partial<Pick<Config, 'catalogue'>>,
  source: Source,
  onProgress?: (progress: Progress) => void,
): Promise<Database> {
  const migrations = readMigrations(config.migrationsDir)
  refuseNewer(source, migrations)
  return openDatabase(config, {
    check: async () => {},
    replacesLost: true,
    fill: (db) =>
      restoreBackup(db, migrations, source, onProgress, async (tx) => {
        if (config.catalogue) await fillCatalogue(tx, await readCatalogue(config.catalogue))
      }),
  })
}
