import { statfs } from 'node:fs/promises'
import pg from 'pg'
import { hashPassword } from '../../../server/auth/passwords/passwords.ts'
import { readConfig } from '../../../server/config.ts'
import { openSite } from '../../../server/site.ts'
import { type Goal, printTable, round } from '../../support/report.ts'
import { measureRequests } from './measure-requests.ts'
import type { Work } from './measured-database.ts'
import type { GrowthRequest } from './request.ts'
import { REQUESTS } from './requests.ts'
import { AFTER, accountsSql, BEFORE, filmsSql, INDEXES_BY_FILM, PASSWORD } from './sample-data.ts'
import { openMeasuredSite, type Site } from './site.ts'
import { type Size, sizesToMeasure } from './sizes.ts'

/** The number of accounts loaded at a time, so that sorting their marks fits into memory. */
const CHUNK = 5_000
const LOADING_MS = 10 * 60_000
/** The size of an ownership row with its index entries and related rows; a quarter of it is log. */
const BYTES_A_ROW = 250
/** Above this number of rows, the indexes by film are created after loading. */
const MANY_ROWS = 1_000_000
/** The difference between two runs of the same statement. */
const NOISE_MS = 1
/** A table of this size is scanned as fast as it is read with an index. */
const FEW_ROWS = 200

interface Measured {
  size: Size
  works: Map<GrowthRequest, Work>
}

/**
 * Measures how the cost of each request grows with films and accounts, in new databases on the same server.
 * @param databaseUrl the address of a PostgreSQL, with an account that may create databases and disable triggers.
 */
export async function measureGrowth(databaseUrl: string): Promise<Goal[]> {
  const measured: Measured[] = []
  for (const wanted of sizesToMeasure()) {
    measured.push(
      await inLoadedSite(databaseUrl, wanted, async (site, size) => ({
        size,
        works: await measureRequests(site),
      })),
    )
  }
  print(measured)
  return goalsOf(measured)
}

/** Runs a measurement on a site with a new database of as much of a size as can be loaded. */
export async function inLoadedSite<Figures>(
  databaseUrl: string,
  wanted: Size,
  measure: (site: Site, size: Size) => Promise<Figures>,
): Promise<Figures> {
  const url = new URL(databaseUrl)
  url.pathname = `/growth_${wanted.films}_${Date.now().toString(36)}`
  const name = url.pathname.slice(1)
  await once(databaseUrl, `create database ${name} template template0 encoding 'UTF8'`)
  try {
    const settings = { DATABASE_URL: url.href }
    const db = await openSite(readConfig(settings))
    try {
      const size = await load(url.href, wanted)
      const site = await openMeasuredSite(db, settings)
      try {
        return await measure(site, size)
      } finally {
        await site.close()
      }
    } finally {
      await db.close()
    }
  } finally {
    await once(databaseUrl, `drop database ${name} with (force)`)
  }
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Loads as much of a size as disk space and time allow, and returns the loaded size. */
async function load(url: string, wanted: Size): Promise<Size> {
  const start = performance.now()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const free = await freeBytes(client)
    // Half of the disk stays free.
    const fit = Math.floor(free / 2 / BYTES_A_ROW / wanted.owned)
    const size = { ...wanted, accounts: Math.min(wanted.accounts, fit) }
    const hash = await hashPassword(PASSWORD)
    const indexes = size.accounts * size.owned > MANY_ROWS ? INDEXES_BY_FILM : []
    await client.query(BEFORE)
    await client.query(filmsSql(size))
    for (const { drop } of indexes) await client.query(drop)
    let loaded = 0
    while (loaded < size.accounts && performance.now() - start < LOADING_MS) {
      const to = Math.min(loaded + CHUNK, size.accounts)
      await client.query(accountsSql(size, loaded + 1, to, hash))
      loaded = to
    }
    for (const { create } of indexes) await client.query(create)
    await client.query(AFTER)
    // Index-only scans need the visibility map, which autovacuum would create.
    await client.query('vacuum (analyze)')
    const seconds = Math.round((performance.now() - start) / 1000)
    console.log(
      `\nGrowth: ${size.films.toLocaleString('en')} films, ${loaded.toLocaleString('en')} accounts with ` +
        `${size.owned} owned films each, loaded in ${seconds} s (free disk: ${round(free / 2 ** 30)} GB` +
        `${indexes.length > 0 ? '; indexes by film made after the rows' : ''}). ${await settingsOf(client)}`,
    )
    return { ...size, accounts: loaded }
  } finally {
    await client.end()
  }
}

/** Returns the free space on the data's disk, or infinity for a remote server. */
async function freeBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  )
  const stats = await statfs(rows[0]?.folder ?? '').catch(() => null)
  return stats ? stats.bavail * stats.bsize : Number.POSITIVE_INFINITY
}

async function settingsOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ settings: string }>(
    `select string_agg(name || ' ' || current_setting(name), ', ') as settings
     from unnest('{server_version, shared_buffers, work_mem, jit}'::text[]) as name`,
  )
  return rows[0]?.settings ?? ''
}

function print(measured: Measured[]): void {
  const rowsOf = (bounded: boolean) =>
    REQUESTS.filter(({ growsWith }) => (growsWith === undefined) === bounded).map((request) => {
      const works = measured.map(({ works }) => works.get(request) as Work)
      const last = works.at(-1) as Work
      return {
        request: request.name,
        ...Object.fromEntries(
          measured.map(({ size }, at) => [nameOf(size), `${works[at]?.ms.toFixed(2)} ms`]),
        ),
        'rows walked': works.map(({ rows }) => rows).join(' → '),
        slope: slopeOf(measured, request).toFixed(2),
        ...(bounded ? {} : { 'grows with': request.growsWith ?? '' }),
        by: [...last.walked]
          .map(([name, { isIndex, rows }]) => `${isIndex ? '' : 'ALL OF '}${name} ${rows}`)
          .join(', '),
      }
    })
  printTable('Growth of bounded requests', rowsOf(true))
  printTable('Growth of other requests', rowsOf(false))
}

function nameOf({ films, accounts }: Size): string {
  return `${films.toLocaleString('en')} × ${accounts.toLocaleString('en')}`
}

/** Returns the exponent of the time's growth with the number of films: 0 is constant, 1 is linear. */
function slopeOf(measured: Measured[], request: GrowthRequest): number {
  const [first, last] = [measured[0], measured.at(-1)]
  if (!first || !last || first === last) return 0
  const times = (last.works.get(request)?.ms ?? 0) / (first.works.get(request)?.ms ?? 1)
  return Math.log(times) / Math.log(last.size.films / first.size.films)
}

/** The time and the rows of a bounded request must not grow faster than the logarithm. */
function goalsOf(measured: Measured[]): Goal[] {
  const [first, last] = [measured[0], measured.at(-1)]
  if (!first || !last || first === last) return []
  const most = Math.log(last.size.films) / Math.log(first.size.films)
  return REQUESTS.filter(({ growsWith }) => growsWith === undefined).map((request) => {
    const [small, large] = [first.works.get(request) as Work, last.works.get(request) as Work]
    const inTime = large.ms <= small.ms * most + NOISE_MS
    return {
      goal: `growth: ${request.name}, at most × ${most.toFixed(2)} (log n)`,
      figure: `${small.ms.toFixed(2)} → ${large.ms.toFixed(2)} ms, ${small.rows} → ${large.rows} rows`,
      met: inTime && large.rows <= small.rows * most + FEW_ROWS,
    }
  })
}
