import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { emulateOnLine } from '../../support/navigator-online.ts'
import { keepInterception } from './keep-interception.ts'
import { Problems } from './problems.ts'
import { type Server, startServer } from './server.ts'
import { TEMPLATE } from './setup.ts'
import { waitForHydration } from './wait-for-hydration.ts'

interface PerTest {
  /** Fails the test on a problem in the browser that the test did not announce. */
  problems: Problems
  /** Opens a page in a new browser profile. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>
}

interface PerWorker {
  server: Server
}

export const test = base.extend<PerTest, PerWorker>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures' names from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'criterion-e2e-'))
      cpSync(process.env[TEMPLATE] ?? '', folder, { recursive: true })
      const server = await startServer(folder)
      await use(server)
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
  problems: async ({ server, baseURL }, use) => {
    const problems = new Problems(server.url, baseURL ?? server.url)
    await use(problems)
    expect(problems.unexpected, 'problems in the browser').toEqual([])
  },
  context: async ({ context, problems }, use) => {
    problems.watch(context)
    keepInterception(context)
    waitForHydration(context)
    await emulateOnLine(context)
    await use(context)
  },
  newVisitor: async ({ browser, baseURL, problems }, use) => {
    const contexts: { close(): Promise<void> }[] = []
    await use(async (options) => {
      const context = await browser.newContext({ baseURL, ...options } as BrowserContextOptions)
      contexts.push(context)
      problems.watch(context)
      keepInterception(context)
      if (options?.javaScriptEnabled !== false) waitForHydration(context)
      await emulateOnLine(context)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

export { expect }
