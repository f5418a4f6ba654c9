import { statfs } from 'node:fs/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { backupFolder } from '../backup/folder.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { DatabaseTimes } from './database-time.ts'
import { TALLIES, type Tally } from './tallies.ts'

/** A request that has been responded to. */
export interface ServedRequest {
  method: string
  route: string
  status: number
  ms: number
}

/** The metrics of a process in Prometheus' format. Document: prometheus.io "Exposition formats". */
export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
  countRequest(served: ServedRequest): void
  readonly databaseTimes: DatabaseTimes
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A database that does not respond must not delay the other metrics. */
const TIMEOUT_MS = 1000

export function openMetrics(
  config: Pick<Config, 'version' | 'dataDir' | 'databaseUrl' | 'backups'>,
  db: Database,
): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const countRequest = exposeRequests(registers)
  const databaseTimes = exposeDatabaseTimes(registers)
  new Gauge({
    name: 'app_info',
    help: 'The running version, and its database engine.',
    registers,
    labelNames: ['version', 'engine'],
  }).set({ version: config.version, engine: db.engine }, 1)
  for (const tally of TALLIES) exposeTally(tally, registers)
  exposeDatabase(db, registers)
  if (config.backups) exposeBackups(config.backups.dir, registers)
  if (!config.databaseUrl) exposeFreeSpace(config.dataDir, registers)
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    countRequest,
    databaseTimes,
  }
}

function exposeRequests(registers: Registry[]): Metrics['countRequest'] {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests served.',
    registers,
    labelNames: ['method', 'route', 'status'],
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the head of a request to the end of its response.',
    registers,
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
  })
  // Finding a series by its labels takes longer than counting.
  const seriesOf = new Map<string, { count: Counter.Internal; duration: Histogram.Internal<string> }>()
  return ({ method, route, status, ms }) => {
    const kind = `${method} ${route} ${status}`
    const series = seriesOf.get(kind) ?? {
      count: requests.labels(method, route, String(status)),
      duration: durations.labels(method, route, `${Math.floor(status / 100)}xx`),
    }
    seriesOf.set(kind, series)
    series.count.inc()
    series.duration.observe(ms / 1000)
  }
}

function exposeDatabaseTimes(registers: Registry[]): DatabaseTimes {
  const durations = new Histogram({
    name: 'database_duration_seconds',
    help: 'Of a statement or transaction, with its time in the queue.',
    registers,
    buckets: SECONDS,
  })
  const databaseTimes: DatabaseTimes = { inFlight: 0, observe: (ms) => durations.observe(ms / 1000) }
  new Gauge({
    name: 'database_calls_in_flight',
    help: 'Statements and transactions that have not ended yet.',
    registers,
    collect() {
      this.set(databaseTimes.inFlight)
    },
  })
  return databaseTimes
}

function exposeTally({ name, help, labels, counts }: Tally<string>, registers: Registry[]): void {
  new Counter({
    name,
    help,
    registers,
    labelNames: [...labels],
    collect() {
      this.reset()
      for (const { labels, count } of counts()) this.inc(labels, count)
    },
  })
}

/** Exposes whether the database responds, and its size, both by one query each time that the metrics are read. */
function exposeDatabase(db: Database, registers: Registry[]): void {
  let querying: Promise<number | undefined> | undefined
  const size = () => {
    querying ??= Promise.race([sizeOf(db), timeout()]).finally(() => {
      querying = undefined
    })
    return querying
  }
  new Gauge({
    name: 'database_up',
    help: 'Whether the database responded just now, within a second.',
    registers,
    async collect() {
      this.set((await size()) === undefined ? 0 : 1)
    },
  })
  new Gauge({
    name: 'database_size_bytes',
    help: 'The size of the database, as the database reports it.',
    registers,
    async collect() {
      const bytes = await size()
      if (bytes === undefined) this.remove()
      else this.set(bytes)
    },
  })
}

function sizeOf(db: Database): Promise<number | undefined> {
  return db.query<{ bytes: string }>('select pg_database_size(current_database())::text as bytes').then(
    ([row]) => Number(row?.bytes),
    () => undefined,
  )
}

function timeout(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS, undefined).unref())
}

function exposeFreeSpace(dataDir: string, registers: Registry[]): void {
  new Gauge({
    name: 'data_folder_free_bytes',
    help: 'Free space on the disk of the data folder.',
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(dataDir)
      this.set(bavail * bsize)
    },
  })
}

/** Reads the folder itself, so that the metric is right after a restart, and with several processes. */
function exposeBackups(dir: string, registers: Registry[]): void {
  const folder = backupFolder(dir)
  new Gauge({
    name: 'backup_newest_timestamp_seconds',
    help: 'When the newest automatic backup was made; 0 for never.',
    registers,
    collect() {
      const now = new Date()
      const times = (['scheduled', 'before-upgrade'] as const).map((kind) =>
        folder.newest(kind, now)?.getTime(),
      )
      this.set(Math.max(...times.map((time) => time ?? 0)) / 1000)
    },
  })
}
