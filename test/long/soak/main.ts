import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { soak } from './soak.ts'

// Checks that the memory of a server at full load is bounded:
// npm run test:soak -- --minutes 10 [--database postgres://…]

/** A server that leaks 100 bytes per request grows by more than this at 300 requests per second. */
const MAX_MB_PER_HOUR = 100

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, database: { type: 'string' } },
})
const folder = mkdtempSync(path.join(tmpdir(), 'criterion-soak-'))
const where = values.database ? { DATABASE_URL: values.database } : { DATA_DIR: path.join(folder, 'data') }

const { mbPerHour, errors } = await soak(where, Number(values.minutes))
rmSync(folder, { recursive: true })

const isBounded = mbPerHour <= MAX_MB_PER_HOUR
console.log(
  isBounded
    ? 'The memory is bounded.'
    : `The memory grows by more than ${MAX_MB_PER_HOUR} MB an hour; a run of under some 5 minutes is still warming up.`,
)
process.exitCode = isBounded && errors.length === 0 ? 0 : 1
