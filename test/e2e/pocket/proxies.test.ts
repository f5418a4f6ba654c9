import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import {
  disconnect,
  type HostileProxy,
  nothing,
  PROXY_TEXT,
  page as pageOfProxy,
  redirect,
  startHostileProxy,
} from '../support/hostile-proxy.ts'
import { box, notice, openAsCollector } from './collector.ts'
import { readEveryStore, waitUntilStored } from './stored-pages.ts'

test.use({ serviceWorkers: 'allow' })

const BACK = { timeout: 60_000 }

let proxy: HostileProxy
let portal: HostileProxy

test.beforeEach(async ({ server, problems }) => {
  problems.expect(/.*/)
  proxy = await startHostileProxy(server.url)
  portal = await startHostileProxy(server.url)
  portal.answer(pageOfProxy(200))
})

test.afterEach(() => {
  proxy.stop()
  portal.stop()
})

for (const preload of [true, false]) {
  const name = preload ? 'with navigation preload' : 'without navigation preload'

  test(`${name}, the stored site opens in place of the page of a proxy`, async ({ page }) => {
    await page.goto(proxy.url)
    await waitUntilStored(page)
    await setPreload(page, preload)
    for (const status of [502, 503, 504, 520]) {
      proxy.answer(pageOfProxy(status))
      for (const [path, shown] of [
        ['/', homePage(page).cards.first()],
        ['/?q=ikiru', homePage(page).card('Ikiru')],
        ['/spine/221', page.getByRole('heading', { level: 1, name: 'Ikiru' })],
      ] as const) {
        await page.goto(proxy.url + path)
        await expect(shown, `${status} ${path}`).toBeVisible()
      }
    }
    expect(await readEveryStore(page)).not.toContain(PROXY_TEXT)
  })

  test(`${name}, the page of a portal is shown, and never stored`, async ({ page }) => {
    await page.goto(proxy.url)
    await waitUntilStored(page)
    await setPreload(page, preload)
    const answers = [
      pageOfProxy(200),
      pageOfProxy(511),
      nothing(200),
      nothing(204),
      redirect(`${portal.url}/sign-in`),
    ]
    for (const [index, answer] of answers.entries()) {
      proxy.answer(answer)
      // A browser opens no page for 204.
      await page.goto(`${proxy.url}/`).catch(() => {})
      if (index < 2) await expect(page.getByText(PROXY_TEXT)).toBeVisible()
      // The worker stores a page after it has handed it on.
      await page.waitForTimeout(500)
      proxy.answer(disconnect)
      await page.goto(`${proxy.url}/`)
      await expect(homePage(page).cards.first()).toBeVisible()
      expect(await readEveryStore(page)).not.toContain(PROXY_TEXT)
      expect(await storedHome(page)).toContain('id="root"')
    }
  })

  test(`${name}, each visit stores the home page`, async ({ page }) => {
    await page.goto(proxy.url)
    await waitUntilStored(page)
    await setPreload(page, preload)
    await removeStoredHome(page)
    expect(await storedHome(page)).toBe('')
    await page.goto(proxy.url)
    await expect.poll(() => storedHome(page)).toContain('id="root"')
  })
}

test('a worker is not installed with the pages of a portal, and is installed at the next visit', async ({
  page,
}) => {
  for (const isAnswered of [
    (path: string) => path !== '/service-worker.js',
    (path: string) => path.endsWith('.js') && path !== '/service-worker.js',
    (path: string) => path === '/index.html',
    (path: string) => path === '/manifest.webmanifest',
    (path: string) => path === '/service-worker.js',
  ]) {
    await page.goto(proxy.url)
    await expect(homePage(page).cards.first()).toBeVisible()
    proxy.answer(pageOfProxy(200), isAnswered)
    const isInstalled = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker
        .register('/service-worker.js', { updateViaCache: 'none' })
        .catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 3000))
      return Boolean(registration?.active)
    })
    expect(isInstalled).toBe(false)
    expect(await readEveryStore(page)).not.toContain(PROXY_TEXT)
    proxy.forward()
  }
  await page.goto(proxy.url)
  await waitUntilStored(page)
  proxy.answer(disconnect)
  await page.goto(proxy.url)
  await expect(homePage(page).cards.first()).toBeVisible()
})

test('behind a portal the stored files and data are used, and what is ticked is sent when it is gone', async ({
  page,
}) => {
  const person = await openAsCollector(page, proxy.url)
  for (const [index, answer] of [
    pageOfProxy(200),
    nothing(200),
    redirect(`${portal.url}/sign-in`),
  ].entries()) {
    const on = index % 2 === 0
    proxy.answer(answer, (path) => path !== '/')
    await box(page, '4K').setChecked(on)
    await expect(box(page, '4K')).toHaveAttribute('title', 'Not sent yet')
    await homePage(page).search.fill(`seven samura${'i'.repeat(index % 2)}`)
    await expect(homePage(page).card('Seven Samurai')).toBeVisible()
    const manifest = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).text())
    expect(manifest).toContain('"icons"')
    await expect(notice(page)).toContainText('The site is not responding.')
    proxy.forward()
    await expect(notice(page)).toHaveText('You are back online. 1 change sent.', BACK)
    const owned = person.client
      .from('user_ownership')
      .select('owns_bluray_4k')
      .eq('user_id', person.session.user.id)
    expect((await owned.throwOnError()).data).toEqual([{ owns_bluray_4k: on }])
  }
  expect(await readEveryStore(page)).not.toContain(PROXY_TEXT)
})

function setPreload(page: Page, isOn: boolean): Promise<void> {
  return page.evaluate(async (isOn) => {
    const { navigationPreload } = await navigator.serviceWorker.ready
    await (isOn ? navigationPreload.enable() : navigationPreload.disable())
  }, isOn)
}

function storedHome(page: Page): Promise<string> {
  return page.evaluate(async () => {
    for (const name of await caches.keys())
      if (name.startsWith('home of')) return (await (await caches.open(name)).match('/'))?.text() ?? ''
    return ''
  })
}

function removeStoredHome(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.startsWith('home of')) await caches.delete(name)
  })
}
