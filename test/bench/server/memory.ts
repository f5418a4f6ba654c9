import { cpSync, rmSync } from 'node:fs'
import { soak } from '../../long/soak/soak.ts'
import { atMost, type Goal } from '../../support/report.ts'
import { settingsOf, type Where } from '../rivals/rivals.ts'

const MAX_MB = { pglite: 250, postgres: 130 }

/** Measures the resident memory after reads, ticks and sign-ins at full load. BENCH_SOAK_MINUTES shortens it. */
export async function measureMemory(where: Where): Promise<Goal[]> {
  const minutes = Number(process.env.BENCH_SOAK_MINUTES ?? 10)
  console.log(`\nMemory (${where.engine}): a soak of ${minutes} minutes`)
  // A copy, so that its people do not affect the other measurements.
  const own = where.engine === 'pglite' ? { ...where, dataDir: `${where.dataDir}-soak` } : where
  if (where.engine === 'pglite') cpSync(where.dataDir, `${where.dataDir}-soak`, { recursive: true })
  const { residentMb } = await soak(settingsOf(own), minutes)
  if (own.engine === 'pglite') rmSync(own.dataDir, { recursive: true, force: true })
  const goal = `${where.engine}: resident memory after ${minutes} minutes of full load`
  return [atMost(goal, residentMb, MAX_MB[where.engine], 'MB')]
}
