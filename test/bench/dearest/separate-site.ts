import { cpSync, rmSync } from 'node:fs'
import pg from 'pg'
import { hashPassword } from '../../../server/auth/passwords/passwords.ts'
import { readConfig } from '../../../server/config.ts'
import { openSite } from '../../../server/site.ts'
import { AFTER, accountsSql, BEFORE, filmsSql, PASSWORD } from '../growth/sample-data.ts'
import { type Running, startProduct } from '../processes.ts'
import type { Where } from '../rivals/rivals.ts'

const FILMS = 1_500
/** Each of the first people, of whom some are admins, owns every film. */
export const COLLECTORS = 15
export const PEOPLE = 60

/** A site of its own, which other sections do not measure, with many films and people. */
export interface SeparateSite {
  start: () => Promise<Running>
  /** Kills a server with the work that waits in it. */
  kill: (running: Running) => Promise<void>
  remove: () => Promise<void>
}

export async function openSeparateSite(where: Where): Promise<SeparateSite> {
  const site = where.engine === 'pglite' ? onPglite(where.dataDir) : await onPostgres(where.databaseUrl)
  await fill(site.settings)
  return { ...site, start: () => startProduct({ ...site.settings, BACKUP_DIR: 'none' }) }
}

function onPglite(original: string) {
  const dataDir = `${original}-dearest`
  cpSync(original, dataDir, { recursive: true })
  return {
    settings: { DATA_DIR: dataDir },
    kill: (running: Running) => running.kill(),
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

async function onPostgres(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const name = `dearest_${Date.now().toString(36)}`
  url.pathname = `/${name}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create database ${name} template template0 encoding 'UTF8'`)
  return {
    settings: { DATABASE_URL: url.href },
    async kill(running: Running) {
      await running.kill()
      // Their statements would go on to the end.
      await run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    },
    remove: () => run(`drop database ${name} with (force)`),
  }
}

async function fill(settings: Record<string, string>): Promise<void> {
  const db = await openSite(readConfig(settings))
  try {
    const hash = await hashPassword(PASSWORD)
    const collector = { films: FILMS, accounts: PEOPLE, owned: FILMS }
    await db.transaction(async (tx) => {
      await tx.script(BEFORE)
      await tx.script(filmsSql(collector))
      await tx.script(accountsSql(collector, 1, COLLECTORS, hash))
      await tx.script(accountsSql({ ...collector, owned: 300 }, COLLECTORS + 1, PEOPLE, hash))
      await tx.script(AFTER)
    })
  } finally {
    await db.close()
  }
}
