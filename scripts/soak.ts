import { buildWebIfStale } from './support/web-build.ts'

if (!buildWebIfStale()) process.exit(1)
await import('../test/long/soak/main.ts')
