import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator, Page, Route } from '@playwright/test'
import { FORMAT_LABELS, FORMATS } from '../../../domain/film/formats.ts'
import { emulateOnLine } from '../../support/navigator-online.ts'
import { accountForm, header, storedSession, toast } from '../support/account-ui.ts'
import { expectAccessible } from '../support/axe.ts'
import { FILMS } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage, openPanel } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { loseNetwork } from '../support/marks-read.ts'
import { type Person, signInAs, signInOnAnotherDevice, signUp } from '../support/people.ts'
import { startServer } from '../support/server.ts'
import { TEMPLATE } from '../support/setup.ts'

const FILM = 'Seven Samurai'
/** The timeout until the page notices that the site answers again. */
const BACK = { timeout: 45_000 }

test('ticks made without a network survive a reload and are sent once and in order when it is back', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|response 503|status of 503/)
  const person = await signUp(server.url, 'cellar')
  await recordLayoutShifts(page)
  await openAs(page, person)
  await page.evaluate(() => document.fonts.ready)
  const initialShifts = await layoutShifts(page)
  await loseNetwork(page)
  await expect(notice(page)).toHaveText(
    'You are offline. Your changes are saved in this browser and sent when you are back online.',
  )
  await box(page, 'BD').check()
  await box(page, 'DVD').check()
  await box(page, '4K').check()
  await box(page, '4K').uncheck()
  const card = await openPanel(page, FILM)
  await card.getByRole('button', { name: 'Wishlist', exact: true }).click()
  await expect(card.getByRole('button', { name: 'Remove From Wishlist' })).toBeVisible()
  await expect(notice(page)).toHaveText(
    'You are offline. 4 changes are saved in this browser and will be sent when you are back online.',
  )
  await expect(box(page, 'DVD')).toHaveAttribute('title', 'Not sent yet')
  expect(await layoutShifts(page)).toEqual(initialShifts)
  expect(await formatsOf(person)).toBeUndefined()

  // The network is back, but the server does not answer.
  const sent: unknown[] = []
  page.on('response', (response) => {
    if (response.ok() && response.url().endsWith('/rpc/apply_marks'))
      sent.push(response.request().postDataJSON().marks)
  })
  await page.route('**/rest/v1/**', (route) => unavailable(route))
  await context.setOffline(false)
  await page.reload()
  await expect(notice(page)).toHaveText(/^The site is not responding\. 4 changes are saved/)
  await page.unroute('**/rest/v1/**')
  await expect(notice(page)).toHaveText('You are back online. 4 changes sent.', BACK)
  await expect(box(page, 'BD')).toBeChecked()
  await expect(box(page, 'DVD')).toBeChecked()
  await expect(box(page, 'DVD')).not.toHaveAttribute('title')
  expect(sent).toEqual([
    ['bluray', 'dvd', 'bluray_4k', 'wishlist'].map((mark) => expect.objectContaining({ mark })),
  ])
  expect(await formatsOf(person)).toEqual({ dvd: true, bluray: true, bluray_4k: false })
  expect(await countQueued(page)).toBe(0)
})

test('a tick survives if the page is closed during its request', async ({ page, context, server }) => {
  const person = await signUp(server.url, 'closer')
  await openAs(page, person)
  const requested = Promise.withResolvers<void>()
  await page.route('**/rest/v1/user_ownership?*on_conflict*', () => requested.resolve())
  await box(page, 'DVD').check()
  await requested.promise
  await page.close()
  const next = await context.newPage()
  await next.goto('/')
  await expect.poll(() => formatsOf(person)).toMatchObject({ dvd: true })
  await expect(box(next, 'DVD')).toBeChecked()
})

test('an open page recovers when its server stops and starts again', async ({ browser }) => {
  const context = await browser.newContext()
  await emulateOnLine(context)
  const page = await context.newPage()
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-e2e-'))
  cpSync(process.env[TEMPLATE] ?? '', folder, { recursive: true })
  const server = await startServer(folder)
  let next: typeof server | undefined
  try {
    const person = await signUp(server.url, 'patient')
    await signInAs(context, person)
    await page.goto(server.url)
    await expect(box(page, 'DVD')).toBeEnabled()
    await server.stop()
    await box(page, 'DVD').check()
    await expect(notice(page)).toHaveText(
      'The site is not responding. 1 change is saved in this browser and will be sent when it responds again.',
    )
    // A view that has not been loaded yet.
    await homePage(page).format.selectOption('LaserDisc')
    await expect(page.getByText('The collection could not be loaded.')).toBeVisible()
    await expect(box(page, 'DVD')).toHaveCount(0)

    next = await startServer(folder, { PORT: new URL(server.url).port })
    await expect(notice(page)).toHaveText(/You are back online/, BACK)
    await expect(homePage(page).status).toBeVisible(BACK)
    await homePage(page).format.selectOption('All Formats')
    await expect(box(page, 'DVD')).toBeChecked()
    await expect.poll(() => formatsOf(person)).toMatchObject({ dvd: true })
    await expect(notice(page), 'the notice disappears').toHaveText('', BACK)
  } finally {
    await context.close()
    await server.stop()
    await next?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a queued mark does not overwrite a later change on another device', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const person = await signUp(server.url, 'elsewhere')
  await openAs(page, person)
  await loseNetwork(page)
  await box(page, 'DVD').check()
  const card = await openPanel(page, FILM)
  await card.getByRole('button', { name: 'Mark Watched' }).click()
  await page.evaluate(
    ([userId, at]) =>
      localStorage.setItem(
        `pending-mark ${userId} dvd 999999999`,
        JSON.stringify({ on: true, at: Number(at) }),
      ),
    [person.session.user.id, String(Date.now())],
  )
  // Another session of the same person.
  const device = await signInOnAnotherDevice(person)
  const film = await filmId(person)
  await device.client.from('user_ownership').insert({ film_id: film, owns_bluray: true })
  await context.setOffline(false)
  await expect(notice(page)).toHaveText(
    'You are back online. 1 change sent. 1 change not sent: changed elsewhere since. 1 change not sent: the film is no longer in the catalogue.',
    BACK,
  )
  await expect(box(page, 'DVD')).not.toBeChecked()
  await expect(box(page, 'BD'), 'the change of the other device appears').toBeChecked()
  await expect(card.getByRole('button', { name: 'Remove Watched' })).toBeVisible()
  expect(await formatsOf(person)).toMatchObject({ dvd: false, bluray: true })
})

test('one message names the queued films that the server refuses, and the others are sent', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|response 400|status of 400/)
  const person = await signUp(server.url, 'refused')
  await openAs(page, person)
  const taken = await filmId(person)
  await loseNetwork(page)
  for (const film of FILMS.slice(0, 5)) {
    const [format] = FORMATS.filter((format) => film[format])
    await page.getByRole('checkbox', { name: `${FORMAT_LABELS[format ?? 'dvd']} of ${film.title}` }).check()
  }
  const card = await openPanel(page, 'Grand Illusion')
  await card.getByRole('button', { name: 'Wishlist', exact: true }).click()
  await page.route('**/rpc/apply_marks', (route) => {
    const { marks }: { marks: { film_id: number }[] } = route.request().postDataJSON()
    const isFine = marks.every(({ film_id }) => film_id === taken)
    return isFine ? route.continue() : route.fulfill({ status: 400, json: { code: '22023', message: 'No' } })
  })
  await context.setOffline(false)
  const message = toast(page, 'Error updating your lists')
  // Both go away by themselves.
  const isSent = expect(notice(page)).toHaveText(/1 change sent\./, BACK)
  await expect(message).toContainText(
    'Please try again: Grand Illusion, The Lady Vanishes, Amarcord and 1 more',
    BACK,
  )
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Error')).toHaveCount(1)
  await isSent
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await expect(card.getByRole('button', { name: 'Wishlist', exact: true })).toBeVisible()
  expect(await countQueued(page)).toBe(0)
})

/** Responses that do not come from the site but from a proxy before it. */
const FOREIGN_RESPONSES: Record<string, Parameters<Route['fulfill']>[0]> = {
  'a 403 page': { status: 403, contentType: 'text/html', body: '<h1>Forbidden' },
  'a 401 page': { status: 401, contentType: 'text/html', body: '<h1>Log in' },
  'an HTML page with status 200': { status: 200, contentType: 'text/html', body: '<h1>Welcome' },
  'an empty 200': { status: 200, body: '' },
  'an empty 201': { status: 201, body: '' },
  'a 204': { status: 204 },
  'an empty list in JSON': { status: 200, json: [] },
  'an empty object in JSON': { status: 200, json: {} },
  'an empty 404': { status: 404, body: '' },
  'a 404 with a gateway’s JSON': { status: 404, json: { message: 'no Route matched with those values' } },
  'a 403 with a gateway’s error code': { status: 403, json: { code: 'AccessDenied', message: 'Forbidden' } },
  'a missing function during an upgrade': {
    status: 404,
    json: { code: 'PGRST202', message: 'Could not find the function' },
  },
}

test('a tick is queued and sent later if a proxy responds for the site', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/response 40[134]|status of 40[134]/)
  const person = await signUp(server.url, 'proxied')
  await openAs(page, person)
  const isWrite = /\/rest\/v1\/(user_|rpc\/apply_marks)/
  for (const [index, [name, response]] of Object.entries(FOREIGN_RESPONSES).entries()) {
    await test.step(name, async () => {
      let sentAgain = 0
      await page.route(isWrite, async (route) => {
        if (!['POST', 'PATCH'].includes(route.request().method())) return route.continue()
        await route.fulfill(response)
        if (route.request().url().endsWith('apply_marks')) sentAgain += 1
      })
      const dvd = index % 2 === 0
      await box(page, 'DVD').setChecked(dvd)
      await expect(box(page, 'DVD')).toHaveAttribute('title', 'Not sent yet')
      await expect.poll(() => sentAgain, BACK).toBeGreaterThan(0)
      await expect(notice(page)).toHaveText(
        'The site is not responding. 1 change is saved in this browser and will be sent when it responds again.',
      )
      await expect(box(page, 'DVD')).toBeChecked({ checked: dvd })
      expect(await countQueued(page)).toBe(1)
      await page.unroute(isWrite)
      await expect(notice(page)).toHaveText('You are back online. 1 change sent.', BACK)
      expect(await formatsOf(person)).toMatchObject({ dvd })
    })
  }
})

test('a session survives if a proxy refuses its refresh', async ({ page, server, problems }) => {
  problems.expect(/response 40[13]|status of 40[13]/)
  const person = await signUp(server.url, 'renewed')
  await page.route('**/auth/v1/token?*', (route) =>
    route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Forbidden' }),
  )
  const refused = page.waitForResponse((response) => response.url().includes('/auth/v1/token'))
  await signInAs(page.context(), { ...person, session: { ...person.session, expires_at: 1 } })
  await page.goto('/')
  await refused
  await expect(page.getByText('Your collection and lists could not be loaded.')).toBeVisible(BACK)
  await expect(header(page).myProfile).toBeVisible()
  expect(await storedSession(page)).not.toBeNull()
  await page.unroute('**/auth/v1/token?*')
  await page.reload()
  await expect(box(page, 'DVD')).toBeEnabled()
})

test('queued ticks are removed when another account signs in, and sent by no one', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|response 40[013]|status of 40[013]/)
  const [anna, ben] = [await signUp(server.url, 'anna'), await signUp(server.url, 'ben')]
  await openAs(page, anna)
  await loseNetwork(page)
  await box(page, 'DVD').check()
  expect(await countQueued(page)).toBe(1)
  // The session ends elsewhere, so that nobody signs out here.
  await anna.client.auth.signOut({ scope: 'local' })
  await context.setOffline(false)
  await expect(notice(page)).toHaveText(/^You are signed out\. 1 unsent change/, BACK)

  await switchTo(page, ben)
  await expect(box(page, 'DVD')).toBeEnabled()
  await expect(box(page, 'DVD')).not.toBeChecked()
  await expect.poll(() => countQueued(page), { timeout: 20_000 }).toBe(0)
  expect(await formatsOf(ben)).toBeUndefined()
  expect(await formatsOf(anna)).toBeUndefined()
})

test('queued ticks wait until a person whose session has ended signs in again', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|response 40[013]|status of 40[013]/)
  const person = await signUp(server.url, 'ended')
  const again = await signInOnAnotherDevice(person)
  await openAs(page, person)
  await loseNetwork(page)
  await box(page, 'DVD').check()
  await person.client.auth.signOut({ scope: 'local' })
  await context.setOffline(false)
  await expect(notice(page)).toHaveText(
    'You are signed out. 1 unsent change is saved in this browser. Sign in again to send it.',
    BACK,
  )
  expect(await countQueued(page)).toBe(1)
  await switchTo(page, again)
  await expect(box(page, 'DVD')).toBeChecked()
  await expect
    .poll(
      async () =>
        (await again.client.from('user_ownership').select('owns_dvd').eq('user_id', again.session.user.id))
          .data,
    )
    .toEqual([{ owns_dvd: true }])
})

test('two tabs show the same queued ticks, and one of the tabs sends them', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const person = await signUp(server.url, 'tabs')
  await openAs(page, person)
  const other = await context.newPage()
  await other.goto('/')
  await expect(box(other, 'DVD')).toBeEnabled()
  let sent = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/rpc/apply_marks')) sent += request.postDataJSON().marks.length
  })
  await loseNetwork(page)
  await box(page, 'DVD').check()
  await box(other, 'BD').check()
  for (const tab of [page, other]) {
    await expect(box(tab, 'DVD')).toBeChecked()
    await expect(box(tab, 'BD')).toBeChecked()
    await expect(notice(tab)).toHaveText(/2 changes are saved/)
  }
  await context.setOffline(false)
  // Both tabs are looked at together, because each shows the notice for a few seconds only.
  await Promise.all([page, other].map((tab) => expect(notice(tab)).toHaveText(/You are back online/, BACK)))
  for (const tab of [page, other]) {
    await expect(box(tab, 'DVD')).not.toHaveAttribute('title')
    await expect(box(tab, 'BD')).toBeChecked()
  }
  expect(await formatsOf(person)).toMatchObject({ dvd: true, bluray: true })
  expect(sent).toBe(2)
})

test('an open page sends its pending ticks if the browser cannot store them', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await page.addInitScript(() => {
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('pending-mark')) throw new DOMException('Full', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  })
  const person = await signUp(server.url, 'full')
  await openAs(page, person)
  await loseNetwork(page)
  await box(page, 'DVD').check()
  await expect(notice(page)).toHaveText(/1 change is saved/)
  await context.setOffline(false)
  await expect(notice(page)).toHaveText('You are back online. 1 change sent.', BACK)
  expect(await formatsOf(person)).toMatchObject({ dvd: true })
})

test('a page whose code cannot load shows a message and opens when the network is back', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|dynamically imported|Unable to preload|style sheet|unreachable/)
  await page.goto('/')
  await expect(homePage(page).cards).toHaveCount(50)
  await context.setOffline(true)
  await header(page).signIn.click()
  await expect(page.getByRole('heading', { name: 'Site unreachable' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Site unreachable' })).toBeVisible()
  await page.goBack()
  await expect(homePage(page).cards, 'the loaded page remains').toHaveCount(50)
  await page.goForward()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible(BACK)
  await expect(accountForm(page).signIn, 'with its style').toBeInViewport()
})

test('a visitor without a network sees that signing in must wait', async ({ page, context, problems }) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|dynamically imported|Unable to preload|style sheet/)
  await page.goto('/')
  await expect(homePage(page).cards).toHaveCount(50)
  await context.setOffline(true)
  const first = await page.evaluateHandle(() => document)
  const wishlist = (await openPanel(page, FILM)).getByRole('button', { name: 'Wishlist', exact: true })
  await wishlist.click()
  await expect(notice(page)).toHaveText(
    'You are offline. You can sign up or log in when you are back online.',
  )
  await context.setOffline(false)
  await expect(notice(page)).toHaveText('You are back online.', BACK)
  await wishlist.click()
  const dialog = page.getByRole('dialog', { name: 'Sign In Required' })
  await expect(dialog).toBeVisible()
  await expect(dialog, 'with its style').toHaveCSS('position', 'fixed')
  expect(await first.evaluate((document) => document.defaultView !== null), 'without a reload').toBe(true)
})

for (const width of [1280, 320]) {
  test(`axe finds no violation in the connection notice, in both themes at ${width} px`, async ({
    page,
    server,
    problems,
  }) => {
    problems.expect(/ERR_INTERNET_DISCONNECTED/)
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openAs(page, await signUp(server.url, 'axe'))
    await loseNetwork(page)
    await box(page, 'DVD').check()
    await box(page, 'BD').check()
    await box(page, 'BD').uncheck()
    await expect(notice(page)).toBeInViewport()
    const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('dialog')
    await expect(toast).toContainText('BD removed')
    expect(
      overlap(await toast.boundingBox(), await notice(page).boundingBox()),
      'toast and notice do not overlap',
    ).toBe(false)
    const lastLink = page.getByRole('contentinfo').getByRole('link').last()
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const [end, noticeBox] = [await lastLink.boundingBox(), await notice(page).boundingBox()]
      expect(end?.y ?? 0, 'the end of the page is in view').toBeLessThan(800)
      expect(overlap(end, noticeBox), 'the notice does not cover it').toBe(false)
    }).toPass()
    await expectAccessible(page, 'the connection notice', { widths: [width], part: 'body > div' })
  })
}

type Box = { x: number; y: number; width: number; height: number } | null

function overlap(a: Box, b: Box): boolean {
  if (!a || !b) return false
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

async function openAs(page: Page, person: Person): Promise<void> {
  await signInAs(page.context(), person)
  await page.goto('/')
  await expect(box(page, 'DVD')).toBeEnabled()
}

/** Replaces the stored session, as the sign-in form does, and keeps the rest of the browser's storage. */
async function switchTo(page: Page, { session }: Person): Promise<void> {
  // When the page is left, because it may still remove a session that has ended.
  await page.evaluate((text) => {
    addEventListener('pagehide', () => localStorage.setItem('sb-127-auth-token', text))
  }, JSON.stringify(session))
  await page.goto('/')
}

function box(page: Page, format: string): Locator {
  return page.getByRole('checkbox', { name: `${format} of ${FILM}`, exact: true })
}

function notice(page: Page): Locator {
  return page.locator('#root > [role=status]')
}

function unavailable(route: Route): Promise<void> {
  return route.fulfill({
    status: 503,
    headers: { 'retry-after': '1' },
    json: { code: '57P01', message: 'The database is not available.', details: null, hint: null },
  })
}

function countQueued(page: Page): Promise<number> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('pending-mark')).length)
}

async function filmId(person: Person): Promise<number> {
  const { data } = await person.client.from('films').select('id').eq('title', FILM).single()
  return data?.id ?? 0
}

async function formatsOf(person: Person) {
  const { data } = await person.client
    .from('user_ownership')
    .select('owns_dvd, owns_bluray, owns_bluray_4k')
    .eq('user_id', person.session.user.id)
    .eq('film_id', await filmId(person))
    .maybeSingle()
  return data ? { dvd: data.owns_dvd, bluray: data.owns_bluray, bluray_4k: data.owns_bluray_4k } : undefined
}
