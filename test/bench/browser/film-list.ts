import type { Page } from '@playwright/test'
import { atMost, type Goal, median, printTable, round } from '../../support/report.ts'
import type { AdminBrowser } from '../admin-browser.ts'
import { mainThreadTasks } from './main-thread.ts'

// A longer task delays the next frame noticeably (w3c.github.io/longtasks).
const LONG_MS = 50
const ANSWER_MS = 100
/** The distance in pixels per frame: as with a wheel and a flick. */
const PACES = { slowly: 120, fast: 900 }

/** Options of the filters in the order in which they are chosen. Each leaves fewer films, so that one sees its effect. */
const OPTIONS = ['Available on Blu-ray', 'In print only', 'Japan', '90 – 119 min', 'Akira Kurosawa']

/** Measures the list in a signed-in person's browser: scrolling through all rows, ticking all, choosing filters. */
export async function measureFilmList({ page, url }: AdminBrowser): Promise<Goal[]> {
  const goals: Goal[] = []
  for (const [pace, step] of Object.entries(PACES)) {
    // A new history entry, because an existing one restores all its pages.
    await page.goto('about:blank')
    await page.goto(`${url}/?view=list`)
    await page.getByText('Showing 50 of').waitFor()
    const loading = await mainThreadTasks(page, () => scrollToRow(page, 1299, step))
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await page.waitForTimeout(1000)
    const [longest = 0] = await mainThreadTasks(page, () => scrollToRow(page, 1299, step))
    printTable(`Scrolling ${pace} through the list of 1,299 rows`, [
      { rows: 'as they load', 'longest task ms': round(loading[0] ?? 0) },
      { rows: 'all loaded', 'longest task ms': round(longest) },
    ])
    goals.push(
      atMost(`list, ${pace}: longest task while rows load`, loading[0] ?? 0, LONG_MS, 'ms'),
      atMost(`list, ${pace}: longest task with all rows`, longest, LONG_MS, 'ms'),
    )
  }
  const answers = await timeFilters(page, url)
  printTable('From a click on a filter’s option to the frame that shows its films', answers)
  return [
    ...goals,
    atMost('a filter chosen, median', median(answers.map(({ ms }) => ms)), ANSWER_MS, 'ms'),
    atMost('a filter chosen, longest', Math.max(...answers.map(({ ms }) => ms)), ANSWER_MS, 'ms'),
  ]
}

async function scrollToRow(page: Page, row: number, step: number): Promise<void> {
  await page.evaluate(
    async ([row, step]) => {
      const rows = document.getElementsByTagName('tr')
      const isInSight = () => {
        // The first is the head.
        const last = rows[row]
        return last !== undefined && last.getBoundingClientRect().top < innerHeight
      }
      while (!isInSight()) {
        scrollBy({ top: step, behavior: 'instant' })
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      }
    },
    [row, step] as const,
  )
}

async function timeFilters(page: Page, url: string): Promise<{ option: string; ms: number }[]> {
  await page.goto(`${url}/?view=list`)
  // The boxes are enabled once the page's script runs.
  await page.getByRole('checkbox', { name: /^Own / }).first().click({ trial: true })
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('region', { name: 'Filters' })
  const answers = []
  for (const option of OPTIONS) {
    const box = panel.getByRole('checkbox', { name: option, exact: true })
    await box.waitFor()
    // The counts have arrived.
    await page.waitForTimeout(500)
    const ms = await box.evaluate(async (box: HTMLInputElement) => {
      const table = document.querySelector('table')
      const status = document.querySelector('[aria-live=polite]')
      const before = status?.textContent
      const isShown = () =>
        status?.textContent !== '' &&
        status?.textContent !== before &&
        table?.getAttribute('aria-busy') === 'false'
      const start = performance.now()
      box.click()
      while (!isShown()) await new Promise(requestAnimationFrame)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return performance.now() - start
    })
    answers.push({ option, ms: round(ms) })
  }
  return answers
}
