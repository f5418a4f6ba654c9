import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { waitUntilStored } from './stored-pages.ts'

test.use({ serviceWorkers: 'allow' })

test('the browser offers to install the site as an app', async ({ page, context }) => {
  await page.goto('/')
  await waitUntilStored(page)
  const browser = await context.newCDPSession(page)
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // The profile of a test is not stored on disk, and a browser installs no app in such a profile.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { errors, data } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { icons, screenshots, shortcuts } = JSON.parse(data ?? '{}')
  for (const { src, sizes } of [...icons, ...screenshots]) {
    const size = await page.evaluate(async (address: string) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect(size, src).toBe(sizes)
  }
  for (const { url } of shortcuts) expect((await page.request.get(url)).status(), url).toBe(200)
})

test('a new release waits for the next visit, and what is typed stays', async ({
  newVisitor,
  server,
  problems,
}) => {
  problems.expect(/request to an outside host/)
  const proxy = await startReleaseProxy(server.url)
  const page = await newVisitor({ serviceWorkers: 'allow', baseURL: proxy.url })
  await page.goto(proxy.url)
  await waitUntilStored(page)
  await page.reload()
  await homePage(page).search.fill('what is typed')
  expect(await workerOf(page)).toBe('activated, waiting: false')
  proxy.release()
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect.poll(() => workerOf(page)).toBe('activated, waiting: true')
  await expect(homePage(page).search).toHaveValue('what is typed')

  const next = await page.context().newPage()
  const states = await watchWorkers(next)
  await page.close()
  // The browser takes a moment to end the closed page. A page that opens within it would keep the former worker.
  await expect
    .poll(() => [...states.values()].filter((state) => state !== 'redundant'))
    .toEqual(['activated'])
  await next.goto(proxy.url)
  await expect.poll(() => workerOf(next)).toBe('activated, waiting: false')
  await expect(homePage(next).cards).toHaveCount(50)
  proxy.stop()
})

/** The worker in charge of the page and whether another one waits. */
function workerOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return `${navigator.serviceWorker.controller?.state}, waiting: ${registration?.waiting !== null}`
  })
}

/** Returns the state of each service worker of the browser profile, by id, and keeps it current. */
async function watchWorkers(page: Page): Promise<Map<string, string>> {
  const states = new Map<string, string>()
  const browser = await page.context().newCDPSession(page)
  browser.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status } of versions) states.set(versionId, status)
  })
  await browser.send('ServiceWorker.enable')
  return states
}

/** Starts a proxy before the site whose service worker changes with `release`. */
async function startReleaseProxy(
  site: string,
): Promise<{ url: string; release: () => void; stop: () => void }> {
  let isReleased = false
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const forwarded = request(new URL(incoming.url ?? '/', site), {
      method: incoming.method ?? 'GET',
      headers,
    })
    forwarded.on('response', (response) => {
      const isWorker = incoming.url === '/service-worker.js'
      // Without validators, so that the browser compares the script itself.
      const { 'content-length': _length, etag: _etag, 'last-modified': _date, ...others } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, isWorker ? others : response.headers)
      response.pipe(outgoing, { end: !isWorker })
      if (isWorker) response.on('end', () => outgoing.end(isReleased ? '\n// The next release.' : ''))
    })
    incoming.pipe(forwarded)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      isReleased = true
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
