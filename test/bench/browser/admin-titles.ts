import type { Page } from '@playwright/test'
import { atMost, type Goal, median, percentile, printTable, round } from '../../support/report.ts'
import type { AdminBrowser } from '../admin-browser.ts'

// A longer task delays the next frame noticeably (w3c.github.io/longtasks).
const LONG_MS = 50
const TOGGLES = 40
/** The distance in pixels per frame: as with a wheel, a flick and the scroll bar. */
const PACES = { slowly: 120, fast: 900, 'in leaps': 5000 }

/** Measures the smoothness of scrolling through all titles, and the response time of a toggle. */
export async function measureAdminTitles({ page, url }: AdminBrowser): Promise<Goal[]> {
  await openTitles(page, url)
  const loading = await longTasks(page)
  const scrolling = await scrollThrough(page)
  const toggles = await timeToggles(page)

  printTable('The admin list with all titles in Chromium', [
    { while: 'loading and drawing page by page', ...figuresOf(loading) },
    ...scrolling.map(({ pace, tasks }) => ({ while: `scrolling ${pace}`, ...figuresOf(tasks) })),
  ])
  printTable(`${TOGGLES} toggles of a format (PGlite)`, [
    { 'median ms': round(median(toggles)), 'p90 ms': round(percentile(toggles, 0.9)) },
  ])
  const longest = Math.max(0, ...scrolling.flatMap(({ tasks }) => tasks))
  return [
    atMost('longest task while all titles scroll past, 0 for none over 50 ms', longest, LONG_MS, 'ms'),
    atMost('the response to a toggle of a format, median', median(toggles), 30, 'ms'),
  ]
}

async function openTitles(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { longTasks: [] })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration)
    }).observe({ type: 'longtask', buffered: true })
  })
  await page.goto(`${url}/admin/titles`)
  await page.getByText(/^Showing ([\d,]+) of \1 titles$/).waitFor()
  await page.waitForLoadState('networkidle')
}

declare global {
  interface Window {
    longTasks: number[]
  }
}

/** Returns the long tasks since the last call, in ms. */
async function longTasks(page: Page): Promise<number[]> {
  await page.waitForTimeout(500)
  return page.evaluate(() => window.longTasks.splice(0))
}

async function scrollThrough(page: Page): Promise<{ pace: string; tasks: number[] }[]> {
  const found = []
  for (const [pace, step] of Object.entries(PACES)) {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await longTasks(page)
    await page.evaluate(async (step) => {
      const end = document.documentElement.scrollHeight - innerHeight
      for (let top = 0; top < end; top += step) {
        scrollTo({ top, behavior: 'instant' })
        await new Promise(requestAnimationFrame)
      }
    }, step)
    found.push({ pace, tasks: await longTasks(page) })
  }
  return found
}

/** Returns the round trip of the request that a click sends, in ms. */
async function timeToggles(page: Page): Promise<number[]> {
  const boxes = page.getByRole('checkbox', { name: /^DVD of .*(?<!is out of print)$/ })
  await boxes.first().scrollIntoViewIfNeeded()
  const figures: number[] = []
  for (let turn = 0; turn < TOGGLES; turn++) {
    const response = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await boxes.nth(turn % 5).click()
    await (await response).finished()
    // The time since the request began.
    figures.push((await response).request().timing().responseEnd)
    await page.waitForTimeout(50)
  }
  return figures
}

function figuresOf(tasks: number[]) {
  return { 'tasks over 50 ms': tasks.length, 'longest ms': round(Math.max(0, ...tasks)) }
}
