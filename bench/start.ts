import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publicKey, startProduct } from './processes.ts'
import { atMost, type Goal, median, printTable, round } from './report.ts'

export interface Embedded {
  dataDir: string
  remove: () => void
}

/** An empty data folder. */
export async function freshDatabase(): Promise<Embedded> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'criterion-bench-'))
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** Starts on the empty folder, then thrice on the made one; leaves a loaded database behind. */
export async function measureStarts({ dataDir }: Embedded): Promise<Goal[]> {
  const first = await startProduct({ DATA_DIR: dataDir })
  await first.stop()

  const later: number[] = []
  const resident: number[] = []
  for (let run = 0; run < 3; run++) {
    const server = await startProduct({ DATA_DIR: dataDir })
    later.push(server.startedAfter)
    await browseAll(server.url)
    resident.push(server.residentMb())
    await server.stop()
  }

  printTable('Start and memory (PGlite)', [
    { what: 'empty data folder to the first answered page, ms', figure: round(first.startedAfter) },
    { what: 'later starts, ms (median of 3)', figure: round(median(later)) },
    {
      what: 'resident after the whole catalogue was read, MB (median of 3)',
      figure: round(median(resident)),
    },
  ])
  return [
    atMost('first start', first.startedAfter / 1000, 8, 's'),
    atMost('later start', median(later) / 1000, 1.5, 's'),
    atMost('resident memory, catalogue loaded and read', median(resident), 260, 'MB'),
  ]
}

async function browseAll(url: string): Promise<void> {
  const apikey = await publicKey(url)
  for (let offset = 0; offset < 1300; offset += 50) {
    await fetch(`${url}/rest/v1/films?select=*&order=title,spine&limit=50&offset=${offset}`, {
      headers: { apikey },
    })
  }
}
