import { header } from '../support/account-ui.ts'
import { FILMS } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { signInAs, signUp } from '../support/people.ts'
import { box, notice, openAsCollector } from './collector.ts'
import { waitUntilStored } from './stored-pages.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } })

const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|Failed to load resource/
const BACK = { timeout: 45_000 }

test('after one visit, the pages open without a network, and search and filters answer', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(NO_NETWORK)
  const person = await openAsCollector(page, server.url)
  await context.setOffline(true)

  const { search, status, card } = homePage(page)
  await page.goto('/')
  await expect(status).toHaveText(`Showing 50 of ${FILMS.length.toLocaleString('en')} titles`)
  await expect(notice(page)).toHaveText(
    /^You are offline\. This is your collection as of \d\d?:\d\d; your changes are saved in this browser and sent later\.$/,
  )
  await expect(box(page, 'DVD')).toBeChecked()
  await search.fill('seven samurai')
  await expect(card('Seven Samurai')).toBeVisible()
  const found = FILMS.filter(({ country }) => country?.split(', ').includes('Japan')).length
  await page.goto('/?country=Japan')
  await expect(status).toHaveText(`Showing 50 of ${found} titles`)

  await page.goto('/spine/2')
  await expect(page.getByRole('heading', { level: 1, name: 'Seven Samurai' })).toBeVisible()
  await expect(page.getByText('Shop in the cellar')).toBeVisible()

  await page.goto(`/${person.username}?tab=owned`)
  await expect(page.getByRole('tab', { name: /^Owned/ })).toHaveText(/1/)
  await expect(homePage(page).cards).toHaveCount(1)
  await page.goto(`/${person.username}?tab=wishlist`)
  await expect(homePage(page).cards).toHaveCount(1)
  await page.goto(`/${person.username}/progress`)
  await expect(page.getByText(/^1 of 1,299/).first()).toBeVisible()
  await page.goto('/account/shopping')
  await expect(page.getByText('Ikiru')).toBeVisible()
})

test('what is ticked without a network is shown by every page, and sent once when it is back', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(NO_NETWORK)
  const person = await openAsCollector(page, server.url)
  await context.setOffline(true)
  await page.goto('/?q=rashomon')
  await box(page, 'BD', 'Rashomon').check()
  await page.goto(`/${person.username}?tab=owned`)
  await expect(homePage(page).cards).toHaveCount(2)
  await expect(page.getByRole('tab', { name: /^Owned/ })).toHaveText(/2/)
  const sent: unknown[] = []
  context.on('response', (response) => {
    if (response.ok() && response.url().endsWith('/rpc/apply_marks'))
      sent.push(response.request().postDataJSON().marks)
  })
  await context.setOffline(false)
  await expect(notice(page)).toHaveText('You are back online. 1 change sent.', BACK)
  expect(sent).toHaveLength(1)
  const { data } = await person.client
    .from('user_ownership')
    .select('film_id')
    .match({ user_id: person.session.user.id, owns_bluray: true })
  expect(data).toHaveLength(1)
})

test('controls that need a network say so', async ({ page, context, server, problems }) => {
  problems.expect(NO_NETWORK, /could not be read|unreachable/)
  const [person, other] = [await signUp(server.url, 'pocket'), await signUp(server.url, 'other')]
  await signInAs(context, person)
  await page.goto('/')
  await waitUntilStored(page, person)
  await context.setOffline(true)
  await page.goto(`/${other.username}`)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.goto('/account/import')
  await expect(page.getByRole('heading', { name: 'Site unreachable' })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

for (const { name, reportsNetwork } of [
  { name: 'without a network', reportsNetwork: false },
  { name: 'while the browser reports a network', reportsNetwork: true },
]) {
  test(`a session that has expired keeps the person and their collection ${name}`, async ({
    page,
    context,
    server,
    problems,
  }) => {
    problems.expect(NO_NETWORK)
    const person = await openAsCollector(page, server.url)
    await page.evaluate((key) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}')
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }))
    }, 'sb-127-auth-token')
    await context.setOffline(true)
    if (reportsNetwork) {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, value: true })
      })
    }
    const start = Date.now()
    await page.goto(`/${person.username}?tab=owned`)
    expect(await page.evaluate(() => navigator.onLine)).toBe(reportsNetwork)
    await expect(homePage(page).cards).toHaveCount(1)
    // The client library would try for 26 s to refresh the session.
    expect(Date.now() - start, 'without waiting for the session').toBeLessThan(20_000)
    await expect(header(page).myProfile).toBeVisible()
    await context.setOffline(false)
    await expect(notice(page)).toHaveText('You are back online.', BACK)
    await expect(homePage(page).cards).toHaveCount(1)
  })
}
