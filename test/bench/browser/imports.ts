import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { FORMATS } from '../../../domain/film/formats.ts'
import { FILMS } from '../../support/import/catalogue.ts'
import { type Entry, WRITERS } from '../../support/import/write-files.ts'
import { atMost, type Goal, printTable, round } from '../../support/report.ts'
import type { AdminBrowser } from '../admin-browser.ts'
import { mainThreadTasks } from './main-thread.ts'

// A longer task delays the next frame noticeably (w3c.github.io/longtasks).
const LONG_MS = 50
const LONG_FILE_ROWS = 100_000
const LINES = 300

const EVERY_FILM: readonly Entry[] = FILMS.map((film) => ({
  film,
  formats: FORMATS.filter((format) => film[format]),
}))

/** Measures the page of imports: files of every shape, a very long one, and lines that are pasted. */
export async function measureImportPage(desk: AdminBrowser): Promise<Goal[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-bench-import-'))
  try {
    return [...(await measureFiles(desk, folder)), ...(await measurePaste(desk))]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measureFiles({ page, url }: AdminBrowser, folder: string): Promise<Goal[]> {
  const kinds = Object.entries(WRITERS).map(([kind, write]) => ({ kind, ...write(EVERY_FILM) }))
  const long = { kind: `${LONG_FILE_ROWS.toLocaleString('en')} rows`, ...longFile() }
  const figures = []
  for (const { kind, name, bytes } of [...kinds, long]) {
    const file = path.join(folder, name)
    writeFileSync(file, bytes)
    await page.goto(`${url}/account/import`)
    await page.getByText('Drop a file here').waitFor()
    const tasks = await mainThreadTasks(page, async () => {
      await page.setInputFiles('input[type=file]', file)
      await page.getByText(/^We read .* rows\.$/).waitFor()
      // The covers of questions follow.
      await page.waitForTimeout(500)
    })
    const seconds = (await measured(page, 'import-preview')) / 1000
    figures.push({
      file: kind,
      kB: round(statSync(file).size / 1000),
      seconds,
      'longest task, ms': tasks[0] ?? 0,
    })
  }
  printTable(
    'Files of all films, and a long one, in Chromium: from the choice to the preview',
    figures.map((row) => ({
      ...row,
      seconds: round(row.seconds),
      'longest task, ms': round(row['longest task, ms']),
    })),
  )
  const ofLongFile = figures.pop()
  return [
    atMost('preview of a file with all films', Math.max(...figures.map(({ seconds }) => seconds)), 3, 's'),
    atMost('preview of a file with 100,000 rows', ofLongFile?.seconds ?? Number.NaN, 3, 's'),
    atMost(
      'longest task of the main thread from a file to its preview',
      Math.max(...[...figures, ofLongFile].map((row) => row?.['longest task, ms'] ?? Number.NaN)),
      LONG_MS,
      'ms',
    ),
  ]
}

/** A table of 5 MB: films that the site has, and many more that it lacks. */
function longFile() {
  const entries = Array.from({ length: LONG_FILE_ROWS }, (_, index) => {
    const entry = EVERY_FILM[index % EVERY_FILM.length] as Entry
    if (index < EVERY_FILM.length) return entry
    const title = `${entry.film.title.split(' ').at(-1)} the ${index}th night`
    return { ...entry, film: { ...entry.film, title } }
  })
  const write = WRITERS['a table of titles']
  if (!write) throw new Error('No writer makes a table of titles.')
  return write(entries)
}

async function measurePaste({ page, url }: AdminBrowser): Promise<Goal[]> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const titles = FILMS.filter(({ title }) => !/[,:]/.test(title)).map(({ title }) => title)
  const longest: Record<string, number> = {}
  for (const [what, text] of Object.entries({
    [`${LINES} lines`]: titles.slice(0, LINES).join('\n'),
    'all spines': '1-1299',
  })) {
    await page.goto(`${url}/account/import?tab=quick`)
    const field = page.getByRole('textbox', { name: /Spine numbers/ })
    await field.waitFor()
    await page.evaluate((text) => navigator.clipboard.writeText(text), text)
    await field.focus()
    const pasting = await mainThreadTasks(page, async () => {
      await page.keyboard.press('ControlOrMeta+V')
      await page.getByRole('button', { name: /^Add \d+ discs$/ }).waitFor()
      await page.waitForTimeout(1000)
    })
    const typing = await mainThreadTasks(page, async () => {
      await page.keyboard.type(', seven samurai', { delay: 120 })
      await page.waitForTimeout(1000)
    })
    const scrolling = await mainThreadTasks(page, async () => {
      await page.mouse.move(640, 600)
      for (let step = 0; step < 30; step++) {
        await page.mouse.wheel(0, 300)
        await page.waitForTimeout(50)
      }
    })
    longest[`${what} pasted`] = pasting[0] ?? Number.NaN
    longest[`${what}, typing behind them`] = typing[0] ?? Number.NaN
    longest[`${what}, scrolling`] = scrolling[0] ?? Number.NaN
  }
  printTable(
    'Quick entry in Chromium',
    Object.entries(longest).map(([what, ms]) => ({ what, 'longest task, ms': round(ms) })),
  )
  return [
    atMost(
      'longest task of the main thread in quick entry',
      Math.max(...Object.values(longest)),
      LONG_MS,
      'ms',
    ),
  ]
}

async function measured(page: Page, name: string): Promise<number> {
  return page.evaluate((name) => performance.getEntriesByName(name)[0]?.duration ?? Number.NaN, name)
}
