import type { Page } from '@playwright/test'
import { atMost, type Goal, median, percentile, printTable, round } from '../../support/report.ts'
import type { AdminBrowser } from '../admin-browser.ts'
import { mainThreadTasks } from './main-thread.ts'

// A longer task delays the next frame noticeably (w3c.github.io/longtasks).
const LONG_MS = 50
const TICKS = 20
const NETWORK_MS = 2000
/** The distance in pixels per frame: as with a wheel and a flick. */
const PACES = { slowly: 120, fast: 1500 }

declare global {
  interface Window {
    /** The time in ms from each key or click to the frame that shows its effect. */
    inputDelays: number[]
  }
}

/** Measures the whole collection in a signed-in person's browser: scrolling to its end, as covers and as a shelf, ticking and searching. */
export async function measureBrowsing({ page, url }: AdminBrowser): Promise<Goal[]> {
  await recordInputDelays(page)
  const goals: Goal[] = []
  for (const [pace, step] of Object.entries(PACES)) {
    // A new history entry, because an existing one restores all its pages.
    await page.goto('about:blank')
    await page.goto(url)
    await page.getByText('Showing 50 of').waitFor()
    await scrollToFilm(page, 300, step)
    const before = await memoryOf(page)
    const tasks = await mainThreadTasks(page, () => scrollToFilm(page, 1299, step))
    const after = await memoryOf(page)
    const [longest = 0] = tasks
    printTable(`Scrolling ${pace} from film 300 to film 1,299`, [
      { at: 'film 300', 'heap MB': round(before.heapMb), nodes: before.nodes },
      { at: 'film 1,299', 'heap MB': round(after.heapMb), nodes: after.nodes },
    ])
    goals.push(
      atMost(`scrolling ${pace}: longest task of the main thread`, longest, LONG_MS, 'ms'),
      // The memory per film: its data, position and names.
      atMost(`scrolling ${pace}: heap for 1,000 films more`, after.heapMb - before.heapMb, 4, 'MB'),
    )
  }
  goals.push(...(await scrollShelf(page, url)))
  await page.goto(url)
  await page.getByText('Showing 50 of').waitFor()
  await scrollToFilm(page, 1299, PACES.fast)
  const ticks = await timeTicks(page)
  const typing = await timeTyping(page)
  printTable('Ticks while the network takes 2 s, typing in the search box; all films on the page', [
    { input: 'ticks', 'median ms': median(ticks), 'longest ms': Math.max(...ticks) },
    { input: 'keys', 'median ms': median(typing.delays), 'longest ms': Math.max(...typing.delays) },
  ])
  goals.push(
    atMost('a tick painted, p98 (INP)', percentile(ticks, 0.98), 50, 'ms'),
    atMost('a key painted, p98 (INP)', percentile(typing.delays, 0.98), 50, 'ms'),
    atMost('typing: longest task of the main thread', typing.longest, LONG_MS, 'ms'),
  )
  return goals
}

/** Scrolls all films by as discs on a shelf. */
async function scrollShelf(page: Page, url: string): Promise<Goal[]> {
  const goals: Goal[] = []
  for (const [pace, step] of Object.entries(PACES)) {
    await page.goto('about:blank')
    await page.goto(`${url}/?view=shelf`)
    await page.locator('[data-disc]').nth(1298).waitFor()
    await page.waitForTimeout(1000)
    const tasks = await mainThreadTasks(page, () =>
      page.evaluate(async (step) => {
        while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
          scrollBy({ top: step, behavior: 'instant' })
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        }
      }, step),
    )
    goals.push(
      atMost(
        `scrolling the shelf of 1,299 discs ${pace}: longest task of the main thread`,
        tasks[0] ?? 0,
        LONG_MS,
        'ms',
      ),
    )
  }
  return goals
}

/** Takes effect at the next page load. */
async function recordInputDelays(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.inputDelays = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.name === 'click' || entry.name === 'keydown') window.inputDelays.push(entry.duration)
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
}

async function scrollToFilm(page: Page, spine: number, step: number): Promise<void> {
  await page.evaluate(
    async ([spine, step]) => {
      const films = document.getElementsByTagName('article')
      const isInSight = () => {
        const film = films[spine - 1]
        return film !== undefined && film.getBoundingClientRect().top < innerHeight
      }
      while (!isInSight()) {
        scrollBy({ top: step, behavior: 'instant' })
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      }
    },
    [spine, step] as const,
  )
}

/** Returns the memory of the page when it is idle. */
async function memoryOf(page: Page): Promise<{ heapMb: number; nodes: number }> {
  await page.waitForTimeout(1500)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const figure = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { heapMb: figure('JSHeapUsedSize') / 1e6, nodes: figure('Nodes') }
}

async function timeTicks(page: Page): Promise<number[]> {
  await page.route('**/rest/v1/user_ownership*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, NETWORK_MS))
    await route.continue().catch(() => {})
  })
  const boxes = page.getByRole('checkbox', { name: /^DVD of / })
  await boxes.first().scrollIntoViewIfNeeded()
  return await inputDelays(page, async () => {
    for (let turn = 0; turn < TICKS; turn++) {
      await boxes.nth(turn % 5).click()
      await page.waitForTimeout(100)
    }
  })
}

async function timeTyping(page: Page): Promise<{ delays: number[]; longest: number }> {
  const box = page.getByRole('searchbox')
  await box.click()
  let tasks: number[] = []
  const delays = await inputDelays(page, async () => {
    tasks = await mainThreadTasks(page, async () => {
      await box.pressSequentially('kurosawa 4k', { delay: 120 })
      await page.waitForTimeout(1000)
    })
  })
  return { delays, longest: tasks[0] ?? 0 }
}

/** Returns the delay of each input in steps of 8 ms; the minimum is 16. */
async function inputDelays(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => window.inputDelays.splice(0))
  await work()
  await page.waitForTimeout(500)
  const slow = await page.evaluate(() => window.inputDelays.splice(0))
  return slow.length > 0 ? slow : [16]
}
