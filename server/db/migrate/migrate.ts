import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describeFailure } from '../../observe/failure.ts'
import { Refusal } from '../../refusal.ts'
import { type Database, DatabaseError, type Queryable, type Transaction } from '../database.ts'
import { openRecord, recordMade, somethingIn } from './made-objects.ts'

/** Any number will do, as long as every process takes the same. */
const MIGRATION_LOCK = 1_299_1937

const PLATFORM = readFileSync(new URL('./platform.sql', import.meta.url), 'utf8')

export interface Migration {
  version: string
  name: string
  sql: string
}

interface MigrateOptions {
  /** Runs in the same transaction after the very first migrations. */
  whenNew?: (tx: Transaction) => Promise<void>
  /** Runs before pending migrations change a database that has some already. No other process migrates meanwhile. */
  beforeUpgrade?: (tx: Transaction, pending: readonly Migration[]) => Promise<void>
}

/**
 * Brings the database to the schema of the migrations, recorded as the Supabase command line records it.
 * All or nothing; of several processes starting at once one migrates and the others wait.
 */
export async function migrate(
  db: Database,
  migrations: readonly Migration[],
  { whenNew, beforeUpgrade }: MigrateOptions = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    await beginMigrating(tx)
    const hosted = await isHosted(tx)
    const applied = await appliedVersions(tx)
    refuseNewer(applied, migrations)
    if (!hosted && applied.size === 0) await requireEmpty(tx, db.engine)
    const pending = migrations.filter(({ version }) => !applied.has(version))
    if (hosted && pending[0]) throw new Refusal(lacksMigration(pending[0]))
    if (applied.size > 0 && pending.length > 0) await beforeUpgrade?.(tx, pending)
    if (!hosted) {
      await applyPlatform(tx)
      await openRecord(tx)
    }
    await applyAll(tx, pending)
    if (pending.length > 0) await requireTables(tx)
    if (applied.size === 0) await whenNew?.(tx)
  })
}

/**
 * Makes the schema in an empty database that `beginMigrating` has locked: up to the migrations named, and after `load`
 * all others.
 */
export async function makeSchema(
  tx: Transaction,
  migrations: readonly Migration[],
  first: ReadonlySet<string>,
  load: () => Promise<void>,
): Promise<void> {
  await applyPlatform(tx)
  await appliedVersions(tx)
  await openRecord(tx)
  await applyAll(
    tx,
    migrations.filter(({ version }) => first.has(version)),
  )
  await load()
  await applyAll(
    tx,
    migrations.filter(({ version }) => !first.has(version)),
  )
}

/** Keeps every other process from migrating until the transaction ends. @throws Refusal for an unfit database. */
export async function beginMigrating(tx: Transaction): Promise<void> {
  // Another's migrations take as long as they take.
  await tx.script(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
  await requireSupported(tx)
}

async function applyAll(tx: Transaction, pending: readonly Migration[]): Promise<void> {
  if (pending.length === 0) return
  // Waits for a backup that is being made, which would else read tables from before and after.
  await tx.script('lock table supabase_migrations.schema_migrations in row exclusive mode')
  await recordMade(tx, async () => {
    for (const migration of pending) await apply(tx, migration)
  })
  // Processes that run already learn of the new schema at the commit.
  await tx.query(`select pg_notify('pgrst', 'reload schema')`)
}

async function requireSupported(tx: Transaction): Promise<void> {
  const [server] = await tx.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  )
  if (server && server.version < 150_000) {
    throw new Refusal('DATABASE_URL leads to a PostgreSQL older than 15; use version 15 or newer.')
  }
  if (server && server.encoding !== 'UTF8') {
    throw new Refusal(
      `DATABASE_URL leads to a database in ${server.encoding}; create one with encoding 'UTF8' and use that.`,
    )
  }
}

/**
 * A hosted Supabase project brings its own platform, and its command line brings the migrations. It is known by whose
 * its accounts are: the mere roles may be on any server that has, or had, a project beside other databases.
 */
export async function isHosted(tx: Queryable): Promise<boolean> {
  const theirs = await tx.query(
    `select from pg_namespace
     where nspname = 'auth' and pg_get_userbyid(nspowner) in ('supabase_admin', 'supabase_auth_admin')`,
  )
  return theirs.length > 0
}

/** Whether a site has been made in the database: keys are beside the record of migrations only here. */
export async function isMigrated(db: Queryable): Promise<boolean> {
  const [record] = await db.query<{ exists: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null
       and to_regclass('auth.api_keys') is not null as exists`,
  )
  return record?.exists ?? false
}

/** What the server itself reads and writes, whatever else the migrations make. */
const NEEDED_TABLES = ['public.films', 'public.profiles', 'public.user_roles', 'private.given_up_usernames']

async function requireTables(tx: Queryable): Promise<void> {
  const [missing] = await tx.query<{ name: string }>(
    'select name from json_array_elements_text($1) name where to_regclass(name) is null limit 1',
    [JSON.stringify(NEEDED_TABLES)],
  )
  if (!missing) return
  throw new Refusal(
    `MIGRATIONS_DIR has no migration that makes ${missing.name}, which the server needs; copy those of supabase/migrations beside your own. Nothing was changed.`,
  )
}

/** Somebody else's tables and functions would be changed by migrations, or come into the way of them. */
async function requireEmpty(tx: Queryable, engine: Database['engine']): Promise<void> {
  const something = await somethingIn(tx)
  if (something === undefined) return
  const [where, remedy] =
    engine === 'postgres'
      ? ['DATABASE_URL leads to a database', 'make a new one and name that']
      : ['DATA_DIR has a database', 'name another folder']
  throw new Refusal(
    `${where} that is neither empty nor a site’s: it has ${something}; ${remedy}. Nothing was changed.`,
  )
}

const lacksMigration = ({ version, name }: Migration) =>
  `DATABASE_URL leads to a hosted Supabase project without the migration ${version}_${name}; run supabase db push (see README).`

async function applyPlatform(tx: Transaction): Promise<void> {
  const digest = createHash('sha256').update(PLATFORM).digest('hex')
  const [known] = await tx.query<{ digest: string | null }>(
    `select obj_description(to_regnamespace('auth'), 'pg_namespace') as digest`,
  )
  if (known?.digest === digest) return
  await tx.script(PLATFORM).catch((error) => {
    const reason = refusedFor(error)
    throw reason
      ? new Refusal(
          `DATABASE_URL leads to a database in which this account may not make what a site needs (${reason}); use one that may create roles and schemas. Nothing was changed.`,
        )
      : error
  })
  await tx.script(`comment on schema auth is '${digest}'`)
}

async function appliedVersions(tx: Transaction): Promise<Set<string>> {
  await tx.script(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text primary key,
      statements text[],
      name text
    );
  `)
  const rows = await tx.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  )
  return new Set(rows.map((row) => row.version))
}

function refuseNewer(applied: Set<string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.version))
  const strange = [...applied].filter((version) => !known.has(version)).sort()
  if (strange.length === 0) return
  if (strange.length === applied.size) {
    throw new Refusal(
      `The database has migrations of something else (the last is ${strange.at(-1)}) and none of MIGRATIONS_DIR; name the database of this site, or the folder of its migrations.`,
    )
  }
  throw new Refusal(
    `The database has the migration ${strange.at(-1)}, which MIGRATIONS_DIR lacks: it was made by a newer version. Start that version, or restore a backup made before the upgrade (npm run admin -- restore <file>).`,
  )
}

async function apply(tx: Transaction, { version, name, sql }: Migration): Promise<void> {
  await tx.script(sql).catch((error) => {
    const reason = refusedFor(error)
    throw reason
      ? new Refusal(
          `The database refused the migration ${version}_${name} (${reason}); mend the migration, or what it met in the database. Nothing was changed.`,
        )
      : error
  })
  await tx.query(
    'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, array[$2], $3)',
    [version, sql, name],
  )
}

/** Why it would be refused again, in words that quote no row; undefined for what may pass, as a lost connection. */
function refusedFor(error: unknown): string | undefined {
  if (!(error instanceof DatabaseError) || /^(08|40|53|57|58)/.test(error.code)) return undefined
  return describeFailure(error).message || `SQLSTATE ${error.code}`
}

/** The version orders the migrations; what has another name, the Supabase command line would apply and this would not. */
const FILE_NAME = /^(\d{14})_(.+)\.sql$/

/** The migrations of a folder in their order. @throws Refusal for a folder that is not one of migrations. */
export function readMigrations(dir: string): Migration[] {
  const files = sqlFiles(dir)
  if (files.length === 0)
    throw new Refusal(`MIGRATIONS_DIR is ${dir}, which has no migrations; name their folder.`)
  return files.map((file) => {
    const [, version, name] = FILE_NAME.exec(file) ?? []
    if (version && name) return { version, name, sql: readFileSync(path.join(dir, file), 'utf8') }
    throw new Refusal(
      `MIGRATIONS_DIR is ${dir}, whose file ${file} is not named <14 digits>_<name>.sql; rename or remove it.`,
    )
  })
}

function sqlFiles(dir: string): string[] {
  try {
    return readdirSync(dir)
      .filter((file) => file.endsWith('.sql'))
      .sort()
  } catch (error) {
    throw new Refusal(
      `MIGRATIONS_DIR is ${dir}, which cannot be read (${(error as Error).message}); name the folder of the migrations.`,
    )
  }
}
