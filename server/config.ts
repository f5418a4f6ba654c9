import path from 'node:path'
import { z } from 'zod'
import project from '../package.json' with { type: 'json' }
import { Refusal } from './refusal.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

const address = (...protocols: string[]) =>
  z.string().refine((text) => protocols.includes(URL.parse(text)?.protocol ?? ''))

/** Each setting with its remedy; .env.example lists the same. */
const settings = {
  PORT: [z.coerce.number().int().min(0).max(65535).default(3000), 'a port number from 0 to 65535'],
  HOST: [z.string().default('127.0.0.1'), 'an address to listen on, such as 127.0.0.1 or 0.0.0.0'],
  DATA_DIR: [z.string().default('data'), 'a folder the server may write to'],
  DATABASE_URL: [
    address('postgres:', 'postgresql:').optional(),
    'an address such as postgres://user:password@host:5432/database',
  ],
  SITE_URL: [address('http:', 'https:').optional(), 'an address such as https://films.example.org'],
  MIGRATIONS_DIR: [z.string().default('supabase/migrations'), 'a folder of .sql files'],
  CATALOGUE: [z.string().default('catalogue/films.csv'), 'a CSV file, or none for an empty catalogue'],
  LOG_LEVEL: [
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
    'one of silent, fatal, error, warn, info, debug, trace',
  ],
  TRUST_PROXY: [
    z.stringbool().or(z.string()).default(false),
    'true, or the addresses of the proxies that may name the visitor',
  ],
} as const

export type Config = ReturnType<typeof readConfig>

/** Reads and checks every setting. Relative paths start at the project's folder. Throws a {@link Refusal}. */
export function readConfig(env: NodeJS.ProcessEnv) {
  // An empty variable is how a compose file or a unit file leaves a setting out.
  const read = <Name extends keyof typeof settings>(name: Name) => {
    const [schema, remedy] = settings[name]
    const parsed = schema.safeParse(env[name] || undefined)
    if (!parsed.success) throw new Refusal(`${name} is "${env[name]}"; it must be ${remedy}.`)
    return parsed.data as z.output<(typeof settings)[Name][0]>
  }
  const catalogue = read('CATALOGUE')
  return {
    port: read('PORT'),
    host: read('HOST'),
    dataDir: path.resolve(ROOT, read('DATA_DIR')),
    databaseUrl: read('DATABASE_URL'),
    siteUrl: read('SITE_URL')?.replace(/\/$/, ''),
    migrationsDir: path.resolve(ROOT, read('MIGRATIONS_DIR')),
    catalogue: catalogue === 'none' ? undefined : path.resolve(ROOT, catalogue),
    logLevel: read('LOG_LEVEL'),
    trustProxy: read('TRUST_PROXY'),
    webDir: path.join(ROOT, 'dist'),
    version: project.version,
  }
}
