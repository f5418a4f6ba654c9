import type { Route } from '@playwright/test'
import { FILMS, showing, showingFirstPage } from '../support/catalogue.ts'
import { CONNECTION_CHECK, holdConnectionChecks } from '../support/connection-checks.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { signInAs, signUp } from '../support/people.ts'
import { scrollUntil } from '../support/scroll.ts'
import { skipServerRendering } from '../support/skip-server-rendering.ts'

const FAILURES: { name: string; respond: (route: Route) => Promise<void> }[] = [
  { name: 'is unreachable', respond: (route) => route.abort('connectionrefused') },
  {
    name: 'returns an error',
    respond: (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'XX000', message: 'out of order', details: null, hint: null },
      }),
  },
  {
    name: 'returns an HTML page',
    respond: (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway' }),
  },
]

for (const { name, respond } of FAILURES) {
  test(`the home page shows a message and a working Try again button if the server ${name}`, async ({
    page,
    problems,
  }) => {
    problems.expect(/\/rest\/v1\/films/)
    let isMended = false
    let failed = 0
    await page.route('**/rest/v1/films?*', async (route) => {
      const isRead = route.request().method() === 'GET'
      // The page's own check of the connection keeps failing. Otherwise the page would recover before the click.
      if (isRead && isMended) return route.continue()
      await respond(route)
      if (isRead) failed += 1
    })
    await skipServerRendering(page)
    await page.goto('/?sort=year')
    await expect(page.getByText('The collection could not be loaded.')).toBeVisible()
    await expect(page.getByText('Loading collection...')).toHaveCount(0)
    const before = failed
    await homePage(page).tryAgain.click()
    // Each click causes two attempts. If the second succeeded, the button would disappear.
    await expect.poll(() => failed).toBe(before + 2)
    await expect(homePage(page).tryAgain).toBeVisible()

    isMended = true
    await homePage(page).tryAgain.click()
    await expect(homePage(page).status).toHaveText(showingFirstPage(FILMS))
    await expect(homePage(page).tryAgain).toHaveCount(0)
    await expect(page).toHaveURL('/?sort=year')
  })
}

for (const path of ['/?sort=year', '/nobody-yet?sort=year']) {
  test(`Try again keeps the focus while the page retries ${path}`, async ({ page, problems }) => {
    problems.expect(/\/rest\/v1\/(films|rpc)/)
    let failed = 0
    await page.route(/\/rest\/v1\/(films|rpc)/, async (route) => {
      if (route.request().method() === 'HEAD') return route.continue()
      failed += 1
      await route.abort('connectionreset')
    })
    await skipServerRendering(page)
    await page.goto(path)
    const { tryAgain } = homePage(page)
    await expect(tryAgain).toBeVisible()
    const button = await tryAgain.elementHandle()
    await tryAgain.focus()
    const before = failed
    await expect.poll(() => failed, { timeout: 30_000 }).toBeGreaterThan(before)
    await expect(tryAgain).toBeVisible()
    expect(await button?.evaluate((element) => element === document.activeElement)).toBe(true)
  })
}

test('a next page that fails to load keeps the loaded films and can be requested again', async ({
  page,
  problems,
}) => {
  problems.expect(/\/rest\/v1\/films/)
  const next = /\/rest\/v1\/films\?.*spine=gt\.50&/
  await page.route(next, (route) => route.abort('connectionreset'))
  await holdConnectionChecks(page)
  await page.goto('/')
  const { cards, status, tryAgain } = homePage(page)
  await expect(cards).toHaveCount(50)
  await cards.last().scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 400)
  await expect(page.getByText('The next films could not be loaded.')).toBeVisible()
  await expect(cards).toHaveCount(50)
  await expect(status).toHaveText(showing(50, FILMS.length))

  await page.unroute(next)
  await tryAgain.click()
  await expect(status).toHaveText(showing(100, FILMS.length))
  await scrollUntil(page, 150)
})

test('Try again checks at once whether a site that could not be reached is back', async ({
  page,
  problems,
  server,
}) => {
  problems.expect(/ERR_CONNECTION_REFUSED|AuthRetryableFetchError/)
  await signInAs(page.context(), await signUp(server.url, 'unread'))
  let checks = 0
  await page.route(CONNECTION_CHECK, (route) => {
    checks++
    return route.abort('connectionrefused')
  })
  await page.routeWebSocket('**/realtime/**', () => {})
  await page.route('**/rest/v1/user_*', (route) => route.abort('connectionrefused'))
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByText('Your collection and lists could not be loaded.')).toBeVisible()
  await expect.poll(() => checks).toBe(2)
  // The page would check again after four seconds, but its clock is paused.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1500))
  await page.unroute(CONNECTION_CHECK)
  await page.unroute('**/rest/v1/user_*')
  const check = page.waitForResponse(CONNECTION_CHECK)
  await homePage(page).tryAgain.click()
  await check
  await page.clock.resume()
  await expect(homePage(page).tryAgain).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'DVD of Seven Samurai', exact: true })).toBeEnabled()
})

test('a visitor leaves a view that fails to load for another one', async ({ page, problems }) => {
  problems.expect(/\/rest\/v1\/films/)
  await page.route(/\/rest\/v1\/films\?.*laserdisc=eq/, (route) => route.abort('connectionreset'))
  await page.goto('/')
  const { format, status, tryAgain } = homePage(page)
  await expect(status).toBeVisible()
  await format.selectOption('LaserDisc')
  await expect(tryAgain).toBeVisible()
  await format.selectOption('All Formats')
  await expect(status).toHaveText(showingFirstPage(FILMS))
})
