import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import path from 'node:path'

/** The minimum number of requests of both engines together. */
const REQUESTS = 52_000
const ENGINES = 2

const settings = {
  FUZZ_REQUESTS: String(Math.ceil(REQUESTS / ENGINES)),
  FUZZ_SEED: process.env.FUZZ_SEED ?? String(randomInt(2 ** 31)),
}
console.log(`To repeat the same requests: FUZZ_SEED=${settings.FUZZ_SEED} npm run test:fuzz`)

const vitest = path.resolve(import.meta.dirname, '../test/node_modules/.bin/vitest')
const { status } = spawnSync(
  vitest,
  ['run', '--config=test/vitest.config.ts', '--project=long', 'test/long/fuzz.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  },
)
process.exitCode = status ?? 1
