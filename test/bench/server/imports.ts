import { atMost, type Goal, median, printTable, round } from '../../support/report.ts'
import { signUp } from '../people.ts'
import { publicKey, startProduct } from '../processes.ts'
import { ROUNDS, settingsOf, type Where } from '../rivals/rivals.ts'

/** Measures the call that imports every film with three marks, and the one that takes it back. */
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
  const imports: number[] = []
  const undos: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const import_id = crypto.randomUUID()
    imports.push(await call('commit_import', { import_id, name: 'bench', films }))
    undos.push(await call('undo_import', { import_id }))
  }
  await product.stop()

  const { engine } = where
  printTable(`An import of ${films.length.toLocaleString('en')} films (${engine}), median of ${ROUNDS}`, [
    { what: 'imported, s', figure: round(median(imports)) },
    { what: 'taken back, s', figure: round(median(undos)) },
  ])
  return [
    atMost(`${engine}: import of all films in one call`, median(imports), 1, 's'),
    atMost(`${engine}: import of all films taken back`, median(undos), 1, 's'),
  ]
}
