import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, expect, test } from '@playwright/test'
import { homePage } from '../support/home-page.ts'
import { type Server, startServer } from '../support/server.ts'
import { TEMPLATE } from '../support/setup.ts'
import { notice, openAsCollector } from './collector.ts'

let folder: string
let server: Server
let browser: BrowserContext | undefined

test.beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'criterion-e2e-'))
  cpSync(process.env[TEMPLATE] ?? '', data(), { recursive: true })
  server = await startServer(data())
})

test.afterEach(async () => {
  await browser?.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a browser that is opened while the server is stopped shows the collection, and sends what was bought when it starts', async ({
  launchOptions,
}) => {
  // It starts two browsers and two servers.
  test.slow()
  async function openBrowser(): Promise<BrowserContext> {
    return chromium.launchPersistentContext(path.join(folder, 'browser'), {
      ...launchOptions,
      viewport: { width: 390, height: 844 },
      serviceWorkers: 'allow',
    })
  }
  browser = await openBrowser()
  const person = await openAsCollector(await browser.newPage(), server.url)
  await browser.close()
  await server.stop()

  browser = await openBrowser()
  const page = await browser.newPage()
  await page.goto(`${server.url}/?q=seven+sam`)
  const answer = page.getByRole('region', { name: 'Seven Samurai', exact: true })
  await expect(answer.locator('[aria-live=polite]')).toHaveText(
    'Seven Samurai: You own the DVD. The 4K is in print.',
  )
  await expect(notice(page)).toHaveText(
    /^The site is not responding\. This is your collection as of \d\d?:\d\d; your changes are saved in this browser and sent later\.$/,
  )
  const sent: unknown[] = []
  browser.on('response', (response) => {
    if (response.ok() && response.url().endsWith('/rpc/apply_marks'))
      sent.push(response.request().postDataJSON().marks)
  })
  await answer.getByRole('button', { name: 'I bought the 4K' }).click()
  await expect(answer.locator('[aria-live=polite]')).toHaveText(
    'Seven Samurai: You own the DVD and the 4K, the best there is.',
  )
  await page.goto(`${server.url}/${person.username}?tab=owned`)
  await expect(homePage(page).card('Seven Samurai').getByRole('checkbox', { name: /^4K/ })).toBeChecked()

  server = await startServer(data(), { PORT: new URL(server.url).port })
  await expect(notice(page)).toHaveText('You are back online. 1 change sent.', { timeout: 45_000 })
  const { data: owned } = await person.client
    .from('user_ownership')
    .select('owns_dvd, owns_bluray_4k')
    .eq('user_id', person.session.user.id)
    .throwOnError()
  expect(owned).toEqual([{ owns_dvd: true, owns_bluray_4k: true }])
  expect(sent).toEqual([[expect.objectContaining({ mark: 'bluray_4k', on: true })]])
})

function data(): string {
  return path.join(folder, 'data')
}
