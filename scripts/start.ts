import { existsSync } from 'node:fs'
import { buildWebIfStale } from './support/web-build.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
if (!buildWebIfStale()) process.exit(1)
await import('../server/main.ts')
