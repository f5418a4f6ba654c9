import { spawnSync } from 'node:child_process'
import { buildWebIfStale } from './support/web-build.ts'

if (!buildWebIfStale()) process.exit(1)
process.exitCode =
  spawnSync(process.execPath, ['test/bench/main.ts', ...process.argv.slice(2)], { stdio: 'inherit' })
    .status ?? 1
