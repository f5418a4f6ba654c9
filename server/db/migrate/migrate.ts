import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { adminCommand } from '../../commands.ts'
import { describeFailure } from '../../observe/failure.ts'
import { Refusal } from '../../refusal.ts'
import { type Database, DatabaseError, type Queryable, type Transaction } from '../database.ts'
import { createRecord, findAnyObject, recordMadeObjects } from './made-objects.ts'

/** An arbitrary number, the same for every process. */
const MIGRATION_LOCK = 1_299_1937

const PLATFORM = readFileSync(new URL('./platform.sql', import.meta.url), 'utf8')

export interface Migration {
  version: string
  name: string
  sql: string
}

interface MigrateOptions {
  /** Runs in the same transaction after the first migrations of a new database. */
  whenNew?: (tx: Transaction) => Promise<void>
  /** Runs before pending migrations change a database that already has migrations. The migration lock is held. */
  beforeUpgrade?: (tx: Transaction, pending: readonly Migration[]) => Promise<void>
  /** Runs in the same transaction after pending migrations have changed a database that already had migrations. */
  afterUpgrade?: (tx: Transaction) => Promise<void>
}

/**
 * Applies the pending migrations in one transaction, and records them like the Supabase command line. If several
 * processes start at once, one migrates and the others wait.
 */
export async function migrate(
  db: Database,
  migrations: readonly Migration[],
  { whenNew, beforeUpgrade, afterUpgrade }: MigrateOptions = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockForMigration(tx)
    const hosted = await isHosted(tx)
    const applied = await appliedVersions(tx)
    refuseNewer(applied, migrations)
    if (!hosted && applied.size === 0) await requireEmpty(tx, db.engine)
    const pending = migrations.filter(({ version }) => !applied.has(version))
    if (hosted && pending[0]) throw new Refusal(lacksMigration(pending[0]))
    if (applied.size > 0 && pending.length > 0) await beforeUpgrade?.(tx, pending)
    if (!hosted) {
      await applyPlatform(tx)
      await createRecord(tx)
    }
    await applyAll(tx, pending)
    if (pending.length > 0) await requireTables(tx)
    if (applied.size === 0) await whenNew?.(tx)
    else if (pending.length > 0) await afterUpgrade?.(tx)
  })
}

/**
 * Makes the schema in an empty database that `lockForMigration` has locked: applies the migrations in `first`, runs
 * `load`, and applies the others.
 */
export async function makeSchema(
  tx: Transaction,
  migrations: readonly Migration[],
  first: ReadonlySet<string>,
  load: () => Promise<void>,
): Promise<void> {
  await applyPlatform(tx)
  await appliedVersions(tx)
  await createRecord(tx)
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

/** Locks out other migrations until the transaction ends. @throws Refusal for an unsupported database. */
export async function lockForMigration(tx: Transaction): Promise<void> {
  // Sent as a script, since a script has no time limit: the migrations of another process may take long.
  await tx.script(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
  await requireSupported(tx)
}

async function applyAll(tx: Transaction, pending: readonly Migration[]): Promise<void> {
  if (pending.length === 0) return
  // Waits for a running backup, which would otherwise read tables from before and after the migrations.
  await tx.script('lock table supabase_migrations.schema_migrations in row exclusive mode')
  await recordMadeObjects(tx, async () => {
    for (const migration of pending) await apply(tx, migration)
  })
  // Running processes read the new schema after the commit.
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
 * Whether the database is a hosted Supabase project, which has its own platform; the Supabase command line applies the
 * migrations. It is recognized by the owner of the schema auth: the roles may exist on any server that had a project.
 */
export async function isHosted(tx: Queryable): Promise<boolean> {
  const schemas = await tx.query(
    `select from pg_namespace
     where nspname = 'auth' and pg_get_userbyid(nspowner) in ('supabase_admin', 'supabase_auth_admin')`,
  )
  return schemas.length > 0
}

/** Whether the database has a site of this server: only then are there both recorded migrations and API keys. */
export async function isMigrated(db: Queryable): Promise<boolean> {
  const [record] = await db.query<{ exists: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null
       and to_regclass('auth.api_keys') is not null as exists`,
  )
  return record?.exists ?? false
}

/** The tables that the server itself reads and writes. */
const NEEDED_TABLES = ['public.films', 'public.profiles', 'public.user_roles', 'private.given_up_usernames']

async function requireTables(tx: Queryable): Promise<void> {
  const [missing] = await tx.query<{ name: string }>(
    'select name from json_array_elements_text($1) name where to_regclass(name) is null limit 1',
    [JSON.stringify(NEEDED_TABLES)],
  )
  if (!missing) return
  throw new Refusal(
    `MIGRATIONS_DIR has no migration that makes ${missing.name}, which the server needs; copy those of supabase/migrations there, too. Nothing was changed.`,
  )
}

/** Migrations could change objects of others in the database, or conflict with them. */
async function requireEmpty(tx: Queryable, engine: Database['engine']): Promise<void> {
  const something = await findAnyObject(tx)
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
  `DATABASE_URL leads to a hosted Supabase project without the migration ${version}_${name}; run supabase db push (see docs/operating.md).`

async function applyPlatform(tx: Transaction): Promise<void> {
  const digest = createHash('sha256').update(PLATFORM).digest('hex')
  const [known] = await tx.query<{ digest: string | null }>(
    `select obj_description(to_regnamespace('auth'), 'pg_namespace') as digest`,
  )
  if (known?.digest === digest) return
  await tx.script(PLATFORM).catch((error) => {
    const reason = permanentReason(error)
    throw reason
      ? new Refusal(
          `DATABASE_URL leads to a database in which this account may not create what a site needs (${reason}); use an account that may create roles and schemas. Nothing was changed.`,
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
  const unknown = [...applied].filter((version) => !known.has(version)).sort()
  if (unknown.length === 0) return
  if (unknown.length === applied.size) {
    throw new Refusal(
      `The database has migrations of something else (the last is ${unknown.at(-1)}) and none of MIGRATIONS_DIR; name the database of this site, or the folder of its migrations.`,
    )
  }
  throw new Refusal(
    `The database has the migration ${unknown.at(-1)}, which MIGRATIONS_DIR lacks: it was made by a newer version. Start that version, or restore a backup made before the upgrade (${adminCommand('restore <file>')}).`,
  )
}

async function apply(tx: Transaction, { version, name, sql }: Migration): Promise<void> {
  await tx.script(sql).catch((error) => {
    const reason = permanentReason(error)
    throw reason
      ? new Refusal(
          `The database refused the migration ${version}_${name} (${reason}); correct the migration, or remove what it conflicts with. Nothing was changed.`,
        )
      : error
  })
  await tx.query(
    'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, array[$2], $3)',
    [version, sql, name],
  )
}

/** Returns the reason of a permanent error, without data of rows; undefined for a transient error. */
function permanentReason(error: unknown): string | undefined {
  if (!(error instanceof DatabaseError) || /^(08|40|53|57|58)/.test(error.code)) return undefined
  return describeFailure(error).message || `SQLSTATE ${error.code}`
}

/** The version orders the migrations. Other names are refused, as the Supabase command line would apply the files. */
const FILE_NAME = /^(\d{14})_(.+)\.sql$/

/**
 * Reads the migrations of a folder in order. @throws Refusal for a folder without migrations or with other SQL files.
 */
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
