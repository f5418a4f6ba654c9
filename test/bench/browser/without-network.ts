import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { sessionKey } from '../../../web/session/stored-session.ts'
import { emulateOnLine } from '../../support/navigator-online.ts'
import { atMost, type Goal, median, printTable, round } from '../../support/report.ts'
import { signUpCollector } from '../people.ts'
import { publicKey, startProduct } from '../processes.ts'
import type { Embedded } from '../server/start.ts'
import { startImageHost } from './image-host.ts'
import { flagsFor } from './page-loads.ts'

const ROUNDS = 5
/** A phone's processor. */
const SLOWDOWN = 4
/** After a visit of this length, all that the pages need is stored. */
const VISIT_MS = 20_000
const OPENED_MS = 4000
const GOAL_MS = 1000

/** Measures how long pages take to open without a network, in a browser that visited the site once. */
export async function measureWithoutNetwork({ dataDir }: Embedded, executablePath: string): Promise<Goal[]> {
  const product = await startProduct({ DATA_DIR: dataDir })
  const { username, session } = await signUpCollector(product.url, await publicKey(product.url))
  const outside = await startImageHost()
  // An app is installed in a profile on disk, in which the browser also stores compiled code.
  const profile = mkdtempSync(path.join(tmpdir(), 'criterion-bench-'))
  let browser: BrowserContext | undefined
  try {
    browser = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: flagsFor(outside),
      viewport: { width: 412, height: 823 },
    })
    await emulateOnLine(browser)
    const localStorage = [{ name: sessionKey(product.url), value: JSON.stringify(session) }]
    await browser.setStorageState({ cookies: [], origins: [{ origin: product.url, localStorage }] })
    const page = await browser.newPage()
    await page.goto(product.url)
    await page.waitForTimeout(VISIT_MS)
    await browser.setOffline(true)
    const devtools = await browser.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })

    const pages = {
      'the home page': ['/', 'Grand Illusion'],
      'a film': ['/spine/2', 'Spine 3'],
      'the own collection': [`/${username}?tab=owned`, 'Grand Illusion'],
      'the progress': [`/${username}/progress`, '120 of 1,299'],
      'What to buy': ['/account/shopping', 'Your wishlist is empty'],
      'a search': ['/?q=seven+sam', 'You own the DVD'],
    } as const
    const rows: { page: string; ms: number; longest: number }[] = []
    for (const [name, [address, shown]] of Object.entries(pages)) {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) times.push(await open(page, product.url + address, shown))
      rows.push({ page: name, ms: round(median(times)), longest: round(Math.max(...times)) })
    }
    printTable(`Opening without a network, ${SLOWDOWN}× slower CPU (median of ${ROUNDS})`, rows)
    return rows.map(({ page, ms }) => atMost(`${page} without a network`, ms, GOAL_MS, 'ms'))
  } finally {
    await browser?.close()
    rmSync(profile, { recursive: true, force: true })
    outside.stop()
    await product.stop()
  }
}

/** Opens a page. @returns the milliseconds until its largest content is painted. */
async function open(page: Page, url: string, shown: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByText(shown).first().waitFor()
  await page.waitForTimeout(OPENED_MS)
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
}
