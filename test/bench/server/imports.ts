import { atMost, type Goal, median, printTable, round } from '../../support/report.ts'
import { signUp } from '../people.ts'
import { publicKey, startProduct } from '../processes.ts'
import { ROUNDS, settingsOf, type Where } from '../rivals/rivals.ts'

/** Measures the calls that import every film with three marks, and with a copy and a viewing too, and take it back. */
export async function measureImportCalls(where: Where): Promise<Goal[]> {
  const product = await startProduct(settingsOf(where))
  const { url } = product
  const apikey = await publicKey(url)
  const { token } = await signUp(url, apikey, `bench-${Date.now().toString(36)}`)
  const headers = { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  async function call(name: string, body: object): Promise<number> {
    const start = performance.now()
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
    return (performance.now() - start) / 1000
  }

  const ids: { id: number }[] = []
  for (let offset = 0; offset === ids.length; offset += 1000) {
    const page = await fetch(`${url}/rest/v1/films?select=id&order=id&offset=${offset}`, { headers })
    ids.push(...((await page.json()) as typeof ids))
  }
  const films = ids.map(({ id }) => ({ film_id: id, marks: ['dvd', 'bluray', 'watched'] }))
  const detailed = films.map((film) => ({
    ...film,
    copies: [{ format: 'dvd', store: 'A shop', price: 19.95, currency: 'USD', acquired_on: '2024-03' }],
    viewings: [{ watched_on: '2024-03-12', rating: 8 }],
  }))
  const imports: number[] = []
  const undos: number[] = []
  const detailedImports: number[] = []
  const detailedUndos: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [plain, full] = [crypto.randomUUID(), crypto.randomUUID()]
    imports.push(await call('commit_import', { import_id: plain, name: 'bench', films }))
    undos.push(await call('undo_import', { import_id: plain }))
    detailedImports.push(await call('commit_import', { import_id: full, name: 'bench', films: detailed }))
    detailedUndos.push(await call('undo_import', { import_id: full }))
  }
  await product.stop()

  const { engine } = where
  printTable(`An import of ${films.length.toLocaleString('en')} films (${engine}), median of ${ROUNDS}`, [
    { what: 'imported, s', figure: round(median(imports)) },
    { what: 'taken back, s', figure: round(median(undos)) },
    { what: 'imported with a copy and a viewing of each, s', figure: round(median(detailedImports)) },
    { what: 'taken back, s', figure: round(median(detailedUndos)) },
  ])
  return [
    atMost(`${engine}: import of all films in one call`, median(imports), 1, 's'),
    atMost(`${engine}: import of all films taken back`, median(undos), 1, 's'),
    atMost(
      `${engine}: import of all films with a copy and a viewing of each`,
      median(detailedImports),
      1,
      's',
    ),
    atMost(`${engine}: the same taken back`, median(detailedUndos), 1, 's'),
  ]
}
