import type { Page } from '@playwright/test'
import { atMost, type Goal, median, printTable, round } from '../../support/report.ts'
import type { AdminBrowser } from '../admin-browser.ts'

const ROUNDS = 3

/** Measures the preview and the writing of an update of every film from the site's file. */
export async function measureFormatUpdates(desk: AdminBrowser): Promise<Goal[]> {
  const previews: number[] = []
  const updates: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const films = await turnEveryFilm(desk)
    const { page, url } = desk
    await page.goto(`${url}/admin/update-formats`)
    await page.getByRole('button', { name: 'Update Format Data from CSV' }).click()
    await page.getByRole('button', { name: `Update ${films.toLocaleString('en')} films` }).click()
    await page.getByText(`Updated ${films} film formats!`).first().waitFor()
    previews.push(await measured(page, 'formats-preview'))
    updates.push(await measured(page, 'formats-update'))
  }
  printTable(`An update of all films from a file (PGlite), median of ${ROUNDS}`, [
    { what: 'from the click to the changes, ms', figure: round(median(previews)) },
    { what: 'from the click to the last response, s', figure: round(median(updates) / 1000) },
  ])
  return [
    atMost('preview of an update of all films', median(previews), 300, 'ms'),
    atMost('update of all films', median(updates) / 1000, 2, 's'),
  ]
}

/** Sets every film's DVD flag to the opposite of the file's, and returns the number of films. */
async function turnEveryFilm({ url, apikey, admin }: AdminBrowser): Promise<number> {
  const headers = {
    apikey,
    authorization: `Bearer ${admin.token}`,
    'content-type': 'application/json',
  }
  const films: { id: number; dvd: boolean }[] = []
  for (let offset = 0; offset === films.length; offset += 1000) {
    const page = await fetch(`${url}/rest/v1/films?select=id,dvd&order=id&offset=${offset}`, { headers })
    films.push(...((await page.json()) as typeof films))
  }
  const changes = films.map(({ id, dvd }) => ({ id, after: { dvd: !dvd } }))
  const response = await fetch(`${url}/rest/v1/rpc/change_film_formats`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ update_id: crypto.randomUUID(), update_name: 'All DVDs turned', changes }),
  })
  if (!response.ok)
    throw new Error(`The films could not be turned: ${response.status} ${await response.text()}`)
  return films.length
}

async function measured(page: Page, name: string): Promise<number> {
  return page.evaluate((name) => performance.getEntriesByName(name)[0]?.duration ?? Number.NaN, name)
}
