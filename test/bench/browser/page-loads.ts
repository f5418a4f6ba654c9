import { type Browser, chromium, type Page } from '@playwright/test'
import { atMost, type Goal, median, printTable, round } from '../../support/report.ts'
import { signUpCollector } from '../people.ts'
import { publicKey, startProduct } from '../processes.ts'
import type { Embedded } from '../server/start.ts'
import { startClientRenderedSite } from './client-rendered-site.ts'
import { type ImageHost, startImageHost } from './image-host.ts'

const ROUNDS = 5
/** A medium phone on slow 4G, as Lighthouse defines it: 1.6 Mbit/s down, 750 kbit/s up. */
const SLOWDOWN = 4
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
/** How long a page is measured. */
const SETTLED_MS = 6000
const FIRST_MS = 4000
/** What a page with a list shows when it has loaded. */
const LIST = /^Showing 50 of/

interface Load {
  lcpMs: number
  interactiveMs: number
  shift: number
  tbtMs: number
  /** JavaScript loaded before the page was interactive and within its first 4 s, compressed. */
  kbInteractive: number
  kbFirst: number
}

/** Measures the loading of the home page, of a profile and of a film, with and without server rendering. */
export async function measurePageLoads({ dataDir }: Embedded, executablePath: string): Promise<Goal[]> {
  const product = await startProduct({ DATA_DIR: dataDir })
  const { username } = await signUpCollector(product.url, await publicKey(product.url))
  const clientRendered = await startClientRenderedSite(product.url)
  const outside = await startImageHost()
  const browser = await chromium.launch({ executablePath, args: flagsFor(outside) })
  const goals: Goal[] = []
  try {
    const pages = {
      'the home page': { address: '/', shown: LIST },
      'a profile': { address: `/${username}`, shown: LIST },
      'a film': { address: '/spine/2', shown: /^Spine 3/ },
    }
    for (const [page, { address, shown }] of Object.entries(pages)) {
      const rendered: Load[] = []
      const empty: Load[] = []
      // Alternately, so that changes of the machine's load affect both equally.
      for (let round = 0; round < ROUNDS; round++) {
        rendered.push(await load(browser, product.url + address, shown))
        empty.push(await load(browser, clientRendered.url + address, shown))
      }
      printTable(`Loading ${page}, ${SLOWDOWN}× slower CPU and slow 4G (median of ${ROUNDS})`, [
        { build: 'rendered on the server', ...figuresOf(rendered) },
        { build: 'rendered in the browser', ...figuresOf(empty) },
      ])
      const { lcpMs, shift, tbtMs, kbInteractive, kbFirst } = mediansOf(rendered)
      goals.push(
        atMost(`${page}: largest contentful paint`, lcpMs, 1200, 'ms'),
        atMost(`${page}: layout shift`, shift, 0, ''),
        atMost(`${page}: total blocking time`, tbtMs, 100, 'ms'),
      )
      if (address !== '/') continue
      goals.push(
        atMost(`${page}: JavaScript before it is interactive, brotli`, kbInteractive, 120, 'KB'),
        atMost(`${page}: JavaScript within its first 4 s, brotli`, kbFirst, 165, 'KB'),
      )
    }
  } finally {
    await browser.close()
    outside.stop()
    clientRendered.stop()
    await product.stop()
  }
  return goals
}

export function flagsFor({ flags }: ImageHost): string[] {
  return ['--no-sandbox', '--disable-gpu', '--disable-quic', ...flags]
}

async function load(browser: Browser, url: string, shown: RegExp): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
  try {
    const page = await context.newPage()
    await slowDown(page)
    await page.addInitScript(watch)
    await page.goto(url, { waitUntil: 'commit' })
    await page.getByText(shown).waitFor()
    await page.waitForTimeout(SETTLED_MS)
    return await page.evaluate(read, FIRST_MS)
  } finally {
    await context.close()
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

interface Watched {
  lcp: number
  shift: number
  tasks: { start: number; ms: number }[]
  interactive: number
}

declare global {
  interface Window {
    watched: Watched
  }
}

/** Runs in the page before its scripts. */
function watch(): void {
  window.watched = { lcp: 0, shift: 0, tasks: [], interactive: Number.POSITIVE_INFINITY }
  const follow = (type: string, take: (entry: PerformanceEntry & Record<string, number>) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as never)
    }).observe({ type, buffered: true })
  follow('largest-contentful-paint', ({ startTime }) => {
    window.watched.lcp = startTime
  })
  follow('layout-shift', ({ value = 0 }) => {
    window.watched.shift += value
  })
  follow('longtask', ({ startTime, duration }) => {
    window.watched.tasks.push({ start: startTime, ms: duration })
  })
  // Not in each frame, which would make the browser draw more frames.
  const timer = setInterval(() => {
    // React marks each element when it hydrates it, the last one last.
    const last = document.querySelector('footer *:last-child') ?? {}
    if (!Object.keys(last).some((key) => key.startsWith('__reactFiber$'))) return
    window.watched.interactive = performance.now()
    clearInterval(timer)
  }, 20)
}

/** Runs in the page when it is idle (see web.dev/lcp, web.dev/cls, web.dev/tbt). */
function read(firstMs: number): Load {
  const { lcp, shift, tasks, interactive } = window.watched
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  const blocking = tasks.filter(({ start, ms }) => start + ms > (paint?.startTime ?? 0))
  const loaded = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ name }) => name.startsWith(location.origin) && /\.js(\?|$)/.test(name),
  )
  // Each once: a chunk is fetched into the cache, and then imported from there.
  const scripts = [...new Map(loaded.toReversed().map((script) => [script.name, script])).values()]
  const kbUntil = (ms: number) =>
    scripts
      .filter(({ responseEnd }) => responseEnd <= ms)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1000, 0)
  return {
    lcpMs: lcp,
    interactiveMs: interactive,
    shift,
    tbtMs: blocking.reduce((sum, { ms }) => sum + ms - 50, 0),
    kbInteractive: kbUntil(interactive),
    kbFirst: kbUntil(firstMs),
  }
}

function mediansOf(loads: Load[]): Load {
  const middle = (figure: keyof Load) => median(loads.map((load) => load[figure]))
  return {
    lcpMs: middle('lcpMs'),
    interactiveMs: middle('interactiveMs'),
    shift: middle('shift'),
    tbtMs: middle('tbtMs'),
    kbInteractive: middle('kbInteractive'),
    kbFirst: middle('kbFirst'),
  }
}

function figuresOf(loads: Load[]) {
  const { lcpMs, interactiveMs, shift, tbtMs, kbInteractive, kbFirst } = mediansOf(loads)
  return {
    'LCP ms': round(lcpMs),
    'interactive ms': round(interactiveMs),
    shift: round(shift),
    'TBT ms': round(tbtMs),
    'JS KB until interactive': round(kbInteractive),
    'within 4 s': round(kbFirst),
  }
}
