import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ENVIRONMENT, FLAGS } from '../../../scripts/support/server-process.mjs'
import { atMost, type Goal, median, printTable, round } from '../../support/report.ts'
import { startPeer, startProduct } from '../processes.ts'

const STARTS = 5

export interface Embedded {
  dataDir: string
  remove: () => void
}

/** Creates an empty data folder. */
export async function freshDatabase(): Promise<Embedded> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'criterion-bench-'))
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** Measures the first start, then later starts alternately with the engine's opening alone. */
export async function measureStarts(): Promise<Goal[]> {
  const { dataDir, remove } = await freshDatabase()
  const first = await startProduct({ DATA_DIR: dataDir })
  await first.stop()

  const later: number[] = []
  const openings: number[] = []
  for (let run = 0; run < STARTS; run++) {
    openings.push(await openingMs(dataDir))
    const server = await startProduct({ DATA_DIR: dataDir })
    later.push(server.startedAfter)
    await server.stop()
  }

  remove()

  const [ours, bare] = [median(later), median(openings)]
  printTable('Start (PGlite)', [
    { what: 'empty data folder to the first page, ms', figure: round(first.startedAfter) },
    { what: `later starts, ms (median of ${STARTS})`, figure: round(ours) },
    { what: `the bare engine's opening, ms (median of ${STARTS})`, figure: round(bare) },
  ])
  return [
    atMost('first start', first.startedAfter / 1000, 8, 's'),
    atMost("later start, beyond the bare engine's opening", (ours - bare) / 1000, 0.3, 's'),
  ]
}

/** Returns the ms that a process with the server's flags takes to only open the database. */
async function openingMs(dataDir: string): Promise<number> {
  const folder = `${dataDir}-opened`
  cpSync(path.join(dataDir, 'postgres'), folder, { recursive: true })
  const start = performance.now()
  const engine = startPeer('bare-engine', { ...ENVIRONMENT, FOLDER: folder }, FLAGS)
  // The task waits until the engine is open.
  await engine.ask({ statements: [], caller: null })
  const opened = performance.now() - start
  await engine.stop()
  rmSync(folder, { recursive: true, force: true })
  return opened
}
