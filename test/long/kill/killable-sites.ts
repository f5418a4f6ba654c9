import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Cluster } from '../../support/site/postgres-cluster.ts'
import { freePort } from '../../support/site/programs.ts'
import { type SiteProcess, startSiteProcess } from '../../support/site/site-process.ts'
import { findDamage, type RunQuery } from '../find-damage.ts'
import type { Site } from './site.ts'

/** A site that is killed and started again on the same database. */
export interface KillableSite {
  engine: string
  env: Record<string, string>
  firstStart(): Promise<Site>
  kill(): Promise<void>
  /** Whether the next start may be killed as well. */
  readonly mayDieWhileStarting: boolean
  dieWhileStarting(afterMs: number): Promise<void>
  /** Resolves with the ms until the site responds again. */
  start(): Promise<number>
  /** Returns the damage in the files after the kill. */
  inspect(): Promise<string[]>
  remove(): Promise<void>
}

/** Lets the requests state a separate address for each person. */
const SETTINGS = { TRUST_PROXY: 'loopback' }

/** @param template a data folder to copy; without it the first start creates one. */
export async function killableEmbeddedSite(template?: string): Promise<KillableSite> {
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-kill-'))
  if (template) cpSync(template, path.join(folder, 'data'), { recursive: true })
  const env = { ...SETTINGS, DATA_DIR: path.join(folder, 'data') }
  const port = await freePort()
  let site: SiteProcess | undefined
  return {
    engine: 'PGlite',
    env,
    mayDieWhileStarting: true,
    async firstStart() {
      site = startSiteProcess(port, env)
      await site.ready()
      return siteOf(site)
    },
    kill: async () => site?.kill(),
    async dieWhileStarting(afterMs) {
      const starting = startSiteProcess(port, env)
      await after(afterMs)
      await starting.kill()
    },
    async start() {
      site = startSiteProcess(port, env)
      return site.ready()
    },
    async inspect() {
      const copy = path.join(folder, 'copy')
      cpSync(path.join(env.DATA_DIR, 'postgres'), copy, { recursive: true })
      const script = path.join(import.meta.dirname, '../inspect-folder.ts')
      const { stdout } = await promisify(execFile)(process.execPath, [script, copy])
      rmSync(copy, { recursive: true })
      return JSON.parse(stdout) as string[]
    },
    async remove() {
      await site?.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Kills the application and the database alternately; the other one keeps running. */
export async function killablePostgresSite(cluster: Cluster): Promise<KillableSite> {
  const env = { ...SETTINGS, ...cluster.env }
  const port = await freePort()
  let site: SiteProcess | undefined
  let isDatabasesTurn = true
  let killedAt = ''

  const ask: RunQuery = async (text) => {
    const client = new pg.Client({ connectionString: cluster.url })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  return {
    engine: 'PostgreSQL',
    env,
    async firstStart() {
      site = startSiteProcess(port, env)
      await site.ready()
      return siteOf(site)
    },
    async kill() {
      isDatabasesTurn = !isDatabasesTurn
      if (isDatabasesTurn) return cluster.kill()
      killedAt = String((await ask('select clock_timestamp()::text as now'))[0]?.now)
      await site?.kill()
    },
    get mayDieWhileStarting() {
      return !isDatabasesTurn
    },
    async dieWhileStarting(afterMs) {
      const starting = startSiteProcess(port, env)
      await after(afterMs)
      await starting.kill()
    },
    async start() {
      if (!isDatabasesTurn) {
        site = startSiteProcess(port, env)
        const startedAfter = await site.ready()
        await lastStatementsEnded()
        return startedAfter
      }
      const startedAt = performance.now()
      await cluster.start()
      await site?.ready()
      return performance.now() - startedAt
    },
    // The indexes are checked while the next server starts, or once the database is available again.
    async inspect() {
      while (!(await isUp())) await after(50)
      return findDamage(ask)
    },
    async remove() {
      await site?.kill()
      await cluster.remove()
    },
  }

  /** Waits for the killed application's statements, which may run until their connections have ended. */
  async function lastStatementsEnded(): Promise<void> {
    const theirs = `select from pg_stat_activity where backend_type = 'client backend' and backend_start < '${killedAt}'
      and pid <> pg_backend_pid() and datname = current_database()`
    while ((await ask(theirs)).length > 0) await after(20)
  }

  async function isUp(): Promise<boolean> {
    return ask('select 1').then(
      () => true,
      () => false,
    )
  }
}

async function siteOf({ url }: SiteProcess): Promise<Site> {
  const response = await fetch(`${url}/config.json`)
  const { supabaseKey } = (await response.json()) as { supabaseKey: string }
  return { url, key: supabaseKey }
}
