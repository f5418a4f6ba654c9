import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import project from '../package.json' with { type: 'json' }
import { addressesOf } from './db/postgres/addresses.ts'
import { Refusal } from './refusal.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

const postgresAddress = z.string().refine((text) => addressesOf(text).length > 0)

const smtpAddress = z.string().refine((text) => {
  const url = URL.parse(text)
  return url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== ''
})

/** An origin has no path: the site is served at the root. */
const origin = z
  .string()
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`
  })
  .transform((text) => new URL(text).origin)

/** `10.0.0.1`, `10.0.0.0/8`, `::1` or the names of ranges that Fastify knows, separated by commas. */
const proxies = z.string().refine((text) => text.split(',').every((part) => isProxy(part.trim())))

function isProxy(text: string): boolean {
  const [ip = '', bits, ...more] = text.split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1
  return (
    more.length === 0 && longest > 0 && (bits === undefined || (/^[1-9]\d*$/.test(bits) && +bits <= longest))
  )
}

/** Each setting with a description of valid values, for the refusal. `.env.example` lists the same settings. */
const settings = {
  PORT: [z.coerce.number().int().min(0).max(65535).default(3000), 'a port number from 0 to 65535'],
  HOST: [z.string().default('127.0.0.1'), 'an address to listen on, such as 127.0.0.1 or 0.0.0.0'],
  DATA_DIR: [z.string().default('data'), 'a folder the server may write to'],
  DATABASE_URL: [
    postgresAddress.optional(),
    'an address such as postgres://user:password@host:5432/database',
  ],
  DATABASE_LISTEN_URL: [
    postgresAddress.optional(),
    'an address such as postgres://user:password@host:5432/database, which leads to no pooler',
  ],
  SITE_URL: [origin.optional(), 'an address such as https://films.example.org'],
  SMTP_URL: [
    smtpAddress.optional(),
    'an address such as smtp://user:password@mail.example.org:587?from=films@example.org',
  ],
  MIGRATIONS_DIR: [z.string().default('supabase/migrations'), 'a folder of .sql files'],
  CATALOGUE: [z.string().default('catalogue/films.csv'), 'a CSV file, or none for an empty catalogue'],
  LOG_LEVEL: [
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('warn'),
    'one of silent, fatal, error, warn, info, debug, trace',
  ],
  METRICS_PORT: [z.coerce.number().int().min(0).max(65535).optional(), 'a port number from 0 to 65535'],
  METRICS_HOST: [z.string().default('127.0.0.1'), 'an address to listen on, such as 127.0.0.1'],
  BACKUP_DIR: [z.string().optional(), 'a folder the server may write to, or none for no automatic backups'],
  BACKUP_EVERY: [z.coerce.number().min(0).max(8760).default(24), 'a number of hours, or 0 for none'],
  BACKUP_KEEP: [z.coerce.number().int().min(1).max(10_000).default(7), 'a number of files, at least 1'],
  TRUST_PROXY: [
    z
      .stringbool({ truthy: ['true'], falsy: ['false'] })
      .or(proxies)
      .default(false),
    'true, or the addresses of the proxies that may name the visitor, such as 10.0.0.1,10.1.0.0/16',
  ],
} as const

export type Config = ReturnType<typeof readConfig>

/** Reads and checks every setting. Relative paths start at the project's folder. Throws a {@link Refusal}. */
export function readConfig(env: NodeJS.ProcessEnv) {
  // Compose files and unit files leave a setting out by an empty variable.
  const read = <Name extends keyof typeof settings>(name: Name) => {
    const [schema, validValues] = settings[name]
    const parsed = schema.safeParse(env[name] || undefined)
    // These addresses may contain a password, which must not be logged.
    const given = ['DATABASE_URL', 'DATABASE_LISTEN_URL', 'SMTP_URL'].includes(name)
      ? 'not a valid address'
      : `"${env[name]}"`
    if (!parsed.success) throw new Refusal(`${name} is ${given}; it must be ${validValues}.`)
    return parsed.data as z.output<(typeof settings)[Name][0]>
  }
  const catalogue = read('CATALOGUE')
  const siteUrl = read('SITE_URL')
  const dataDir = path.resolve(ROOT, read('DATA_DIR'))
  const port = read('PORT')
  return {
    port,
    host: read('HOST'),
    dataDir,
    databaseUrl: read('DATABASE_URL'),
    listenUrl: read('DATABASE_LISTEN_URL'),
    siteUrl,
    mail: mailConfig(read('SMTP_URL'), siteUrl),
    migrationsDir: path.resolve(ROOT, read('MIGRATIONS_DIR')),
    catalogue: catalogue === 'none' ? undefined : path.resolve(ROOT, catalogue),
    logLevel: read('LOG_LEVEL'),
    backups: backupConfig(read('BACKUP_DIR'), read('BACKUP_EVERY'), read('BACKUP_KEEP'), dataDir),
    metrics: metricsConfig(read('METRICS_PORT'), read('METRICS_HOST'), port),
    trustProxy: read('TRUST_PROXY'),
    webDir: path.join(ROOT, 'dist'),
    version: project.version,
  }
}

/** The mail server and the sender: `?from=` of SMTP_URL, otherwise no-reply at the site's host. */
function mailConfig(smtpUrl: string | undefined, siteUrl: string | undefined) {
  if (!smtpUrl) return undefined
  if (!siteUrl)
    throw new Refusal('SMTP_URL needs SITE_URL, which the links in mails lead to; set SITE_URL, too.')
  const url = new URL(smtpUrl)
  const from = url.searchParams.get('from') ?? `no-reply@${new URL(siteUrl).hostname}`
  url.searchParams.delete('from')
  return { url: url.href, from }
}

/** Where the metrics are served; undefined if they are not. */
function metricsConfig(port: number | undefined, host: string, sitePort: number) {
  if (port === undefined) return undefined
  if (port === sitePort && port !== 0) {
    throw new Refusal(
      `METRICS_PORT is ${port}, as PORT is; set METRICS_PORT to another port, which visitors do not reach.`,
    )
  }
  return { port, host }
}

/** The settings of automatic backups; undefined if there are none. */
function backupConfig(dir: string | undefined, everyHours: number, keep: number, dataDir: string) {
  if (dir === 'none') return undefined
  const everyMs = everyHours > 0 ? everyHours * 3_600_000 : undefined
  return { dir: path.resolve(ROOT, dir ?? path.join(dataDir, 'backups')), everyMs, keep }
}
