import { cpSync, rmSync } from 'node:fs'
import { atMost, type Goal, median, printTable, round } from '../../support/report.ts'
import { publicKey, startProduct } from '../processes.ts'
import { CONNECTIONS, requestRate } from '../rivals/rivals.ts'
import type { Embedded } from './start.ts'

const ROUNDS = 5

const WAYS: Record<string, Record<string, string>> = {
  unwatched: {},
  'with figures': { METRICS_PORT: '0' },
  'with figures and a line a request': { METRICS_PORT: '0', LOG_LEVEL: 'info' },
}

/** Measures the CPU time that metrics and request logs cost, which depends little on other load on the machine. */
export async function measureObservability({ dataDir }: Embedded): Promise<Goal[]> {
  const sites = await Promise.all(
    Object.entries(WAYS).map(async ([way, settings], index) => {
      const folder = `${dataDir}-watched-${index}`
      cpSync(dataDir, folder, { recursive: true })
      const product = await startProduct({ DATA_DIR: folder, ...settings })
      const films = `/rest/v1/films?select=*&order=spine.asc&limit=50&apikey=${await publicKey(product.url)}`
      return { way, folder, product, spent: { '/config.json': [] as number[], [films]: [] as number[] } }
    }),
  )
  // Alternately, so that changes of the machine’s load affect all figures equally.
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const { product, spent } of sites) {
      for (const [path, figures] of Object.entries(spent)) {
        const amount = path === '/config.json' ? 10_000 : 1000
        const before = product.cpuMs()
        await requestRate(product.url + path, {}, { amount })
        figures.push(((product.cpuMs() - before) * 1000) / amount)
      }
    }
  }
  const rows = sites.map(({ way, spent }) => {
    const [settings = 0, films = 0] = Object.values(spent).map(median)
    return { way, '/config.json, µs': round(settings), '50 films, µs': round(films), settings }
  })
  printTable(
    `CPU time a request, ${CONNECTIONS} connections (PGlite, median of ${ROUNDS})`,
    rows.map(({ settings: _, ...row }) => row),
  )
  await Promise.all(sites.map(({ product }) => product.stop()))
  for (const { folder } of sites) rmSync(folder, { recursive: true, force: true })
  const [unwatched = 0, figures = 0, lines = 0] = rows.map(({ settings }) => settings)
  return [
    atMost('figures, CPU time a request', figures - unwatched, 20, 'µs'),
    atMost('figures and a line, CPU time a request', lines - unwatched, 40, 'µs'),
  ]
}
