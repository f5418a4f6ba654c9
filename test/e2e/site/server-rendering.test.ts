import type { Page } from '@playwright/test'
import { accountForm, PASSWORD, toast } from '../support/account-ui.ts'
import { FILMS, showing, showingFirstPage } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { captionOf, captions, homePage } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { signInAs, signUp } from '../support/people.ts'
import { scrollUntil } from '../support/scroll.ts'
import { startSlowHtmlProxy } from '../support/slow-html-proxy.ts'

const bySpine = FILMS.toSorted((a, b) => a.spine - b.spine)
const firstBySpine = bySpine.slice(0, 50)

/** A console message of pages that are open for some seconds, because tests block the service worker. */
const WORKER_BLOCKED = /registration blocked by Playwright/

test('the first view of a page needs no API request and hydrates without console messages', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'rendered')
  const apiRequests: string[] = []
  const messages: string[] = []
  page.on('request', (request) => {
    if (/\/(rest|auth)\/v1\//.test(request.url())) apiRequests.push(request.url())
  })
  page.on('console', (message) => messages.push(message.text()))
  for (const path of [
    '/',
    '/?q=kurosawa&sort=year',
    '/?q=nothing+is+called+so',
    '/?format=4k&after=500',
    `/${person.username}?tab=all`,
    `/${person.username}`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(apiRequests, path).toEqual([])
  }
  // The covers of other sites cannot be loaded.
  const unexpected = () =>
    messages.filter((line) => !/ERR_NAME_NOT_RESOLVED/.test(line) && !WORKER_BLOCKED.test(line))
  expect(unexpected()).toEqual([])
  await page.goto('/?utm_source=letter#content')
  expect(unexpected()).toEqual([])
})

test.describe('without JavaScript', () => {
  let page: Page
  test.beforeEach(async ({ newVisitor, problems }) => {
    // The browser blocks the scripts of the page.
    problems.expect(/^failed request: csp .*\.js$/)
    page = await newVisitor({ javaScriptEnabled: false })
  })

  test('a visitor pages through the collection and returns to its beginning', async () => {
    await page.goto('/')
    await expect(homePage(page).status).toHaveText(showingFirstPage(FILMS))
    await expect.poll(() => captions(page)).toEqual(firstBySpine.map(captionOf))
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect.poll(() => captions(page)).toEqual(bySpine.slice(50, 100).map(captionOf))
    await expect(
      page.getByText(`${showing(50, FILMS.length)}, those after spine ${bySpine[49]?.spine}`),
    ).toBeVisible()
    await page.getByRole('link', { name: 'From the beginning' }).click()
    await expect.poll(() => captions(page)).toEqual(firstBySpine.map(captionOf))
    await expect(page.locator('body > noscript')).toHaveCount(0)
  })

  test('a film shows its box art and the links to other sites', async () => {
    await page.route('https://s3.amazonaws.com/**', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="644" height="800"/>',
      }),
    )
    await page.goto('/')
    const film = homePage(page).card('Grand Illusion')
    const art = film.locator('img')
    await expect.poll(() => art.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(644)
    await expect(art).toHaveCSS('opacity', '1')
    await film.locator('summary').press('Enter')
    await expect(film.getByRole('listitem').getByRole('link')).toHaveCount(7)
    await expect(film.getByRole('link', { name: 'IMDb' })).toHaveAttribute(
      'href',
      /^https:\/\/www\.imdb\.com/,
    )
  })

  test('a visitor combines search, sort and format with the keyboard alone', async () => {
    await page.goto('/')
    await homePage(page).search.fill('kurosawa')
    await homePage(page).search.press('Enter')
    await expect(homePage(page).search).toHaveValue('kurosawa')
    await homePage(page).sort.selectOption('Year')
    await homePage(page).format.selectOption('Blu-ray')
    await page.getByRole('button', { name: 'Apply' }).press('Enter')
    const found = FILMS.filter(({ director, bluray }) => bluray && director.includes('Kurosawa'))
    await expect(homePage(page).status).toHaveText(showing(found.length, found.length))
    await expect(homePage(page).sort).toHaveValue('year')
    await homePage(page).search.fill('no such film at all')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: 'Clear search' }).click()
    await expect(homePage(page).status).toHaveText(showingFirstPage(FILMS))
  })

  test('a profile links to its lists, and a search stays within one list', async ({ server }) => {
    const person = await signUp(server.url, 'plain')
    await page.goto(`/${person.username}`)
    const lists = page.getByRole('navigation', { name: `${person.username}'s films` })
    await lists.getByText('All (').click()
    await expect(page).toHaveURL(`/${person.username}?tab=all`)
    await expect(homePage(page).status).toHaveText(showingFirstPage(FILMS))
    await homePage(page).search.fill('kurosawa')
    await homePage(page).search.press('Enter')
    await expect(page).toHaveURL(/tab=all/)
    await expect(homePage(page).cards.first()).toContainText('Kurosawa')
    await expect(lists.locator('[aria-current]')).toHaveText([/^All/])
  })

  test('a list whose last page is full has no next page', async ({ server }) => {
    const person = await signUp(server.url, 'fifty')
    const { data } = await person.client.from('films').select('id').order('spine').limit(50).throwOnError()
    await person.client
      .from('user_ownership')
      .insert(data.map(({ id }) => ({ film_id: id, owns_dvd: true })))
      .throwOnError()
    await page.goto(`/${person.username}`)
    await expect(homePage(page).status).toHaveText(showing(50, 50))
    await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0)
    await page.goto(`/?after=${bySpine.at(-1)?.spine}`)
    await expect(page.getByText(`No films come after spine ${bySpine.at(-1)?.spine}.`)).toBeVisible()
    await page.getByRole('link', { name: 'From the beginning' }).click()
    await expect(homePage(page).status).toHaveText(showingFirstPage(FILMS))
  })

  test('a page has no controls that need JavaScript, and the sign-in page states that it needs it', async () => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
    await expect(page.getByRole('group', { name: 'Theme' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL('/auth')
    const note = page.locator('main noscript')
    await expect(note.locator('p')).toBeVisible()
    expect(await note.textContent()).toContain('Signing in needs JavaScript')
    await expect(page.getByRole('form')).toBeHidden()
    await expect(page.getByRole('tab')).toHaveCount(0)
    await note.locator('a').click()
    await expect(page).toHaveURL('/')
  })
})

for (const width of [1280, 390]) {
  test(`a signed-in person sees no visitor content and no layout shift at ${width} px`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await signInAs(page.context(), await signUp(server.url, 'hinted'))
    await recordLayoutShifts(page)
    const code = await delayCode(page)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'Grand Illusion', exact: true })).toBeVisible()
    await expect(page.getByText('Track Your Criterion Collection')).toBeHidden()
    await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeHidden()
    code.resolve()
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expect(homePage(page).card('Grand Illusion').getByRole('checkbox').first()).toBeEnabled()
    expect(await layoutShifts(page)).toEqual([])
  })

  test(`the home page of a visitor has no layout shift at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await recordLayoutShifts(page)
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    expect(await layoutShifts(page)).toEqual([])
  })

  test(`a page that arrives in small chunks has no layout shift at ${width} px`, async ({
    page,
    server,
    problems,
  }) => {
    const person = await signUp(server.url, 'pieces')
    await page.setViewportSize({ width, height: 800 })
    await recordLayoutShifts(page)
    const slow = await startSlowHtmlProxy(server.url)
    problems.expect(new RegExp(slow.url))
    for (const path of ['/', `/${person.username}?tab=all`, '/auth', '/spine/999999']) {
      await page.goto(slow.url + path)
      await page.waitForLoadState('networkidle')
      expect(await layoutShifts(page), path).toEqual([])
    }
    slow.stop()
  })
}

test('hydration removes nothing from a cover', async ({ page, server }) => {
  await page.addInitScript(() => {
    window.removedFromCovers = 0
    new MutationObserver((changes) => {
      for (const { target, removedNodes } of changes) {
        const isInCover = target instanceof Element && target.closest('main li [aria-hidden=true]')
        // The page removes an image that does not load.
        const removed = [...removedNodes].filter(({ nodeName }) => nodeName !== 'IMG')
        if (isInCover) window.removedFromCovers += removed.length
      }
    }).observe(document, { childList: true, subtree: true })
  })
  const person = await signUp(server.url, 'stays')
  const visit = async (path: string) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => window.removedFromCovers), path).toBe(0)
  }
  await visit('/')
  await visit(`/${person.username}?tab=all`)
  await signInAs(page.context(), person)
  await visit('/')
  await visit(`/${person.username}?tab=all`)
})

test('a rendered part whose code loads late stays when the page around it changes', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    window.removedTexts = []
    new MutationObserver((changes) => {
      for (const { target, removedNodes } of changes) {
        if (!(target instanceof Element && target.closest('section[aria-labelledby=collection]'))) continue
        const removed = [...removedNodes].filter(({ nodeName }) => nodeName !== 'NOSCRIPT')
        // Placeholders have no text.
        window.removedTexts.push(...removed.flatMap(({ textContent }) => textContent?.match(/\w+/) ?? []))
      }
    }).observe(document, { childList: true, subtree: true })
  })
  const japanese = FILMS.filter(({ country }) => country?.includes('Japan'))
  const isRead = () => expect(homePage(page).status).toHaveText(showing(japanese.length, japanese.length))
  const areOnShelf = () => expect(page.locator('[data-disc]')).toHaveCount(japanese.length)
  const isSignedIn = () => expect(page.getByRole('link', { name: 'My Profile' })).toBeVisible()
  const isSelectable = () =>
    expect(page.getByRole('checkbox', { name: 'Select Seven Samurai' })).toBeVisible()
  const late = /\/assets\/(film-shelf|film-rows|filter-chips)-.*\.js$/
  const visit = async (path: string, hasChanged: () => Promise<void>, hasFollowed: () => Promise<void>) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const requested: string[] = []
    await page.route(late, async (route) => {
      requested.push(route.request().url())
      await promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await hasChanged()
    await expect.poll(() => requested.length).toBeGreaterThan(0)
    expect(await page.evaluate(() => window.removedTexts), path).toEqual([])
    resolve()
    await hasFollowed()
    await page.unroute(late)
  }
  await visit('/?view=shelf&country=Japan', isRead, areOnShelf)
  const person = await signUp(server.url, 'late')
  await signInAs(page.context(), person)
  await visit('/?view=list&country=Japan', isSignedIn, isSelectable)
  await visit(`/${person.username}?tab=all&view=shelf&country=Japan`, isRead, areOnShelf)
})

test('a rendered list whose code loads late gives way to the list of another address', async ({ page }) => {
  const code = Promise.withResolvers<void>()
  await page.route(/\/assets\/film-rows-.*\.js$/, async (route) => {
    await code.promise
    await route.continue()
  })
  await page.goto('/?view=list&country=Japan', { waitUntil: 'commit' })
  const japanese = FILMS.filter(({ country }) => country?.includes('Japan'))
  const onLaserDisc = japanese.filter(({ laserdisc }) => laserdisc)
  const rows = page.locator('main tbody tr')
  await expect(rows).toHaveCount(50)
  await homePage(page).format.selectOption('LaserDisc')
  await expect(page).toHaveURL(/format=laserdisc/)
  await expect(homePage(page).status).toHaveText(showingFirstPage(onLaserDisc))
  await expect(rows).toHaveCount(0)
  code.resolve()
  await expect(rows).toHaveCount(Math.min(50, onLaserDisc.length))
  await expect(page.getByRole('columnheader', { name: 'Min' }).getByRole('link')).toHaveAttribute(
    'href',
    /format=laserdisc/,
  )
})

declare global {
  interface Window {
    removedFromCovers: number
    removedTexts: string[]
    fewestCards: number
  }
}

test('a session that turns out to have ended while its own profile hydrates leaves the page as it is', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/status of 400|response 400/)
  const person = await signUp(server.url, 'lapsed')
  const { data: film } = await person.client.from('films').select('id').eq('spine', 2).single()
  const row = { user_id: person.session.user.id, film_id: film?.id ?? 0, owns_dvd: true }
  expect((await person.client.from('user_ownership').insert(row)).error).toBe(null)
  await person.client.auth.signOut({ scope: 'global' })
  await signInAs(page.context(), { ...person, session: { ...person.session, expires_at: 1 } })
  const refused = page.waitForResponse(/token\?grant_type=refresh_token/)
  // The page hydrates after the session around it has begun to follow the stored one, in a later task.
  await page.addInitScript(() => {
    const following = new Promise<void>((resolve) => {
      const listen = window.addEventListener
      window.addEventListener = (...[type, ...rest]: Parameters<typeof listen>) => {
        listen.call(window, type, ...rest)
        if (type === 'storage') resolve()
      }
    })
    const send = window.fetch
    window.fetch = async (...request) => {
      const response = await send(...request)
      if (!response.url.includes('/token?')) return response
      const body = await response.arrayBuffer()
      await following
      return new Response(body, response)
    }
  })
  await page.route('**/assets/profile-page-*.js', async (route) => {
    await refused
    await route.continue()
  })
  await page.goto(`/${person.username}`)
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(homePage(page).card('Seven Samurai')).toBeVisible()
  await expect(homePage(page).status).toHaveText(showing(1, 1))
})

test('a search, a sort and a click made before hydration take effect after it', async ({ page }) => {
  const code = await delayCode(page)
  await page.goto('/', { waitUntil: 'commit' })
  await homePage(page).search.fill('kurosawa')
  await homePage(page).sort.selectOption('Year')
  await homePage(page)
    .panelButton('Grand Illusion')
    .evaluate((button: HTMLElement) => button.click())
  code.resolve()
  await expect(page).toHaveURL(/q=kurosawa/)
  await expect(page).toHaveURL(/sort=year/)
  await expect(homePage(page).search).toHaveValue('kurosawa')
  await expect(homePage(page).sort).toHaveValue('year')
  await expect(homePage(page).cards.first()).toContainText('Kurosawa')
})

test('a theme and a tab chosen before hydration take effect after it', async ({ page }) => {
  const code = await delayCode(page)
  await page.goto('/auth', { waitUntil: 'commit' })
  await page.getByRole('radio', { name: 'Dark' }).evaluate((radio: HTMLElement) => radio.click())
  for (const name of ['Sign Up', 'Sign In']) {
    await page.getByRole('tab', { name }).evaluate((tab: HTMLElement) => tab.click())
  }
  code.resolve()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.waitForFunction(() => window.clicksToReplay === undefined)
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Sign In')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('hydration keeps the scroll position', async ({ page }) => {
  const code = await delayCode(page)
  await page.goto('/', { waitUntil: 'commit' })
  await homePage(page).cards.nth(49).waitFor()
  await page.evaluate(() => window.scrollTo({ top: 1500, behavior: 'instant' }))
  code.resolve()
  await page.waitForFunction(() => window.clicksToReplay === undefined)
  expect(await page.evaluate(() => Math.round(scrollY))).toBe(1500)
})

test('a reload restores a scroll position deep in the list without showing an empty page', async ({
  page,
}) => {
  await page.goto('/?sort=title')
  await scrollUntil(page, 150)
  await page.evaluate(() => window.scrollTo({ top: 9000, behavior: 'instant' }))
  await page.addInitScript(() => {
    window.fewestCards = Number.POSITIVE_INFINITY
    const count = () => {
      const cards = document.querySelectorAll('main article').length
      if (cards > 0 || window.fewestCards < Number.POSITIVE_INFINITY)
        window.fewestCards = Math.min(window.fewestCards, cards)
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
  })
  await page.reload()
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(9000)
  expect(await page.evaluate(() => window.fewestCards)).toBeGreaterThan(0)
})

test('the sign-in page hydrates without console messages', async ({ page }) => {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  for (const path of ['/auth', '/auth?next=%2Faccount', '/auth/']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(accountForm(page).email).toBeVisible()
  }
  expect(messages.filter((line) => !WORKER_BLOCKED.test(line))).toEqual([])
})

test('a sign-in before hydration succeeds and never puts the credentials into the address', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'early')
  const code = await delayCode(page)
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto('/auth?next=%2Faccount', { waitUntil: 'commit' })
  await accountForm(page).email.fill(person.session.user.email ?? '')
  await accountForm(page).password.fill(PASSWORD)
  await accountForm(page).password.press('Enter')
  await expect(accountForm(page).password).toHaveValue(PASSWORD)
  code.resolve()
  await expect(toast(page, 'Welcome back')).toBeVisible()
  await expect(page).toHaveURL('/account')
  expect(new Set(addresses)).toEqual(new Set([`${server.url}/auth?next=%2Faccount`, `${server.url}/account`]))
})

test('the sign-in form is never shown to a person with a mail link or a session', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/\/auth\/v1\/verify/)
  const delayedCode = await delayCode(page)
  await page.goto('/auth#token_hash=abc&type=signup', { waitUntil: 'commit' })
  // A locator by role does not find a hidden element.
  const form = page.locator('form')
  await expect(form).toBeAttached()
  await expect(form).toBeHidden()
  await expect(page.getByText('Welcome back')).toBeHidden()
  delayedCode.resolve()
  await expect(page.getByRole('heading', { name: 'The link from your mail' })).toBeVisible()
  await expect(page).toHaveURL('/auth')
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await expect(accountForm(page).email).toBeVisible()

  await signInAs(page.context(), await signUp(server.url, 'there'))
  const code = await delayCode(page)
  await page.goto('/auth', { waitUntil: 'commit' })
  await expect(form).toBeAttached()
  await expect(form).toBeHidden()
  code.resolve()
  await expect(page).toHaveURL('/')
})

test('the browser requests code and all covers but the first after the first paint', async ({ page }) => {
  await page.route('https://s3.amazonaws.com/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  for (const [path, ahead] of [
    ['/', 2],
    ['/auth', 0],
  ] as const) {
    await page.goto(path)
    const [seen = Number.POSITIVE_INFINITY, code, covers] = await page.evaluate(() => {
      const startTimes = (part: RegExp) =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => part.test(name))
          .map(({ startTime }) => startTime)
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return [paint?.startTime, startTimes(/app-[^/]*\.js$/), startTimes(/s3\.amazonaws\.com/)]
    })
    expect(code, path).toEqual([expect.any(Number)])
    expect(Math.min(...code), path).toBeGreaterThanOrEqual(seen)
    expect(
      covers.filter((at) => at < seen),
      path,
    ).toHaveLength(ahead)
    expect(covers.length > ahead, path).toBe(path === '/')
  }
})

/** Delays the application's code, so that the page stays unhydrated until `resolve` is called. */
async function delayCode(page: Page): Promise<{ resolve: () => void }> {
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/app-*.js', async (route) => {
    await code.promise
    await route.fallback()
  })
  return code
}
