import type { Locator, Page, Route } from '@playwright/test'
import { sessionKey } from '../../../web/session/stored-session.ts'
import { expectAccessible } from '../support/axe.ts'
import { holdConnectionChecks } from '../support/connection-checks.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage, openPanel } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { homePageRead } from '../support/marks-read.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'

const FILM = 'Seven Samurai'

test('a tick survives a reload, is stored on the server and is invisible to other people', async ({
  page,
  server,
  newVisitor,
}) => {
  const person = await signUp(server.url, 'ticker')
  await openAs(page, person)
  await expect(page.getByRole('heading', { name: 'Track Your Criterion Collection' })).toHaveCount(0)
  const boxes = homePage(page).card(FILM).getByRole('checkbox')
  await expect(boxes).toHaveCount(4)
  expect(await boxes.evaluateAll((all) => all.map((box) => box.closest('label')?.textContent))).toEqual([
    'LD',
    'DVD',
    'BD',
    '4K',
  ])
  await saved(page, () => box(page, 'DVD').check())
  await saved(page, () => box(page, '4K').check())
  await page.reload()
  await expect(box(page, 'DVD')).toBeChecked()
  await expect(box(page, '4K')).toBeChecked()
  await expect(box(page, 'BD')).not.toBeChecked()
  expect(await formatsOf(person)).toEqual({ laserdisc: false, dvd: true, bluray: false, bluray_4k: true })

  const visitor = await newVisitor()
  await visitor.goto('/')
  await homePage(visitor).card(FILM).waitFor()
  await expect(visitor.getByRole('checkbox')).toHaveCount(0)
})

test('a person adds a film to the lists and removes it with the keyboard alone', async ({ page, server }) => {
  await openAs(page, await signUp(server.url, 'lister'))
  const card = await openPanel(page, FILM)
  await expect(card.getByRole('button', { name: 'Claim Title' })).toHaveCount(0)
  for (const [add, remove, title] of [
    ['Wishlist', 'Remove From Wishlist', 'Removed from your wishlist'],
    ['Mark Watched', 'Remove Watched', 'Removed from your watched list'],
  ] as const) {
    await expect(card.getByRole('button', { name: add, exact: true })).toBeEnabled()
    await card.getByRole('button', { name: add, exact: true }).focus()
    await saved(page, () => page.keyboard.press('Enter'))
    await expect(card.getByRole('button', { name: remove, exact: true }), 'the focus stays').toBeFocused()
    await saved(page, () => page.keyboard.press('Enter'))
    await expect(card.getByRole('button', { name: add, exact: true })).toBeFocused()
    await expect(message(page, title)).toBeVisible()
  }
  await box(page, 'BD').focus()
  await saved(page, () => page.keyboard.press('Space'))
  await expect(box(page, 'BD')).toBeChecked()
  await expect(box(page, 'BD')).toBeFocused()
})

test('a cover shows that a film is on the wishlist or watched, at once and after a reload', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'marker')
  await openAs(page, person)
  const marks = homePage(page).card(FILM).getByRole('list', { name: 'Marks' }).getByRole('listitem')
  await expect(marks).toHaveCount(0)
  const card = await openPanel(page, FILM)
  await saved(page, () => card.getByRole('button', { name: 'Mark Watched' }).click())
  await expect(marks).toHaveText(['Watched'])
  await saved(page, () => card.getByRole('button', { name: 'Wishlist', exact: true }).click())
  await expect(marks).toHaveText(['On the wishlist', 'Watched'])
  await page.reload()
  await expect(marks).toHaveText(['On the wishlist', 'Watched'])
  await expect(marks.first()).toBeInViewport()

  await openPanel(page, FILM)
  await saved(page, () => card.getByRole('button', { name: 'Remove From Wishlist' }).click())
  await expect(marks).toHaveText(['Watched'])
  await expect(page.getByRole('list', { name: 'Marks' }), 'other films have none').toHaveCount(1)
})

test('a tick appears before the server has answered', async ({ page, server }) => {
  await openAs(page, await signUp(server.url, 'hasty'))
  const heldRoutes: Route[] = []
  await page.route(isWrite, (route) => void heldRoutes.push(route))
  await box(page, 'DVD').check()
  await expect.poll(() => heldRoutes.length).toBe(1)
  await expect(box(page, 'DVD')).toBeChecked()
  await heldRoutes[0]?.continue()
})

test('a burst of clicks ends in the last state, with one request at a time', async ({ page, server }) => {
  const person = await signUp(server.url, 'clicker')
  await openAs(page, person)
  let underWay = 0
  let most = 0
  let requests = 0
  const clicked = Promise.withResolvers<void>()
  await page.route(isWrite, async (route) => {
    requests++
    most = Math.max(most, ++underWay)
    await clicked.promise
    underWay--
    await route.continue()
  })
  const clicks = 9
  for (let click = 0; click < clicks; click++) await box(page, 'DVD').click()
  clicked.resolve()
  await expect(box(page, 'DVD')).toBeChecked()
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('pending-mark'))),
    )
    .toEqual([])
  expect(await formatsOf(person)).toMatchObject({ dvd: true })
  await page.reload()
  await expect(box(page, 'DVD')).toBeChecked()
  expect(most).toBe(1)
  expect(requests).toBeLessThan(clicks)
})

test('a mark that the server refuses is reverted with a message', async ({ page, server, problems }) => {
  problems.expect(/status of 400|response 400/)
  await openAs(page, await signUp(server.url, 'refused'))
  await page.route(isWrite, (route) => route.fulfill({ status: 400, json: { code: '23514', message: 'No' } }))
  await box(page, 'DVD').click()
  await expect(refusal(page, 'Error updating collection')).toContainText('Please try again')
  await expect(box(page, 'DVD')).not.toBeChecked()

  const card = await openPanel(page, FILM)
  for (const [add, title] of [
    ['Wishlist', 'Error updating wishlist'],
    ['Mark Watched', 'Error updating watched list'],
  ] as const) {
    await card.getByRole('button', { name: add, exact: true }).click()
    await expect(refusal(page, title)).toContainText('Please try again')
    await expect(card.getByRole('button', { name: add, exact: true })).toBeVisible()
  }
})

test('Undo restores a removed format', async ({ page, server }) => {
  const person = await signUp(server.url, 'undoer')
  await openAs(page, person)
  await saved(page, () => box(page, 'DVD').check())
  await saved(page, () => box(page, 'BD').check())
  await saved(page, () => box(page, 'DVD').uncheck())
  const toast = message(page, 'DVD removed from your collection')
  await expect(toast).toContainText(FILM)
  await saved(page, () => toast.getByRole('button', { name: 'Undo' }).click())
  await expect(box(page, 'DVD')).toBeChecked()
  expect(await formatsOf(person)).toEqual({ laserdisc: false, dvd: true, bluray: true, bluray_4k: false })
})

test('a tick just after a sign-out elsewhere asks to log in and signs the page out', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/status of 40[0-3]|response 40[0-3]/)
  const person = await signUp(server.url, 'ended')
  await openAs(page, person)
  await homePageRead(page)
  await person.client.auth.signOut({ scope: 'global' })
  await box(page, 'DVD').click()
  await expect(refusal(page, 'Authentication required')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  expect(await formatsOf(person)).toBeUndefined()
})

test('a tick with an expired token after a sign-out elsewhere asks to log in and writes nothing', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/status of 40[0-3]|response 40[0-3]/)
  const person = await signUp(server.url, 'ended')
  await openAs(page, person)
  await homePageRead(page)
  await person.client.auth.signOut({ scope: 'global' })
  // In one step, because the client library refreshes an expired session by itself.
  await box(page, 'DVD').evaluate((element: HTMLElement, key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '')
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }))
    element.click()
  }, sessionKey(server.url))
  await expect(refusal(page, 'Authentication required')).toContainText(
    'Please log in to track your collection',
  )
  await expect(page.getByRole('checkbox'), 'the person is signed out').toHaveCount(0)
  expect(await formatsOf(person)).toBeUndefined()
  const card = await openPanel(page, FILM)
  await card.getByRole('button', { name: 'Wishlist', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Sign In Required' })).toBeVisible()
})

test('a tick is reverted if the server refuses the token', async ({ page, server, problems }) => {
  problems.expect(/status of 401|response 401/)
  await openAs(page, await signUp(server.url, 'expired'))
  await page.route(isWrite, (route) =>
    route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired' } }),
  )
  await box(page, 'DVD').click()
  await expect(refusal(page, 'Authentication required')).toBeVisible()
  await expect(box(page, 'DVD')).not.toBeChecked()
  const card = await openPanel(page, FILM)
  await card.getByRole('button', { name: 'Wishlist', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Sign In Required' })).toBeVisible()
})

test('a tick in one tab appears in the other tabs', async ({ page, context, server }) => {
  const person = await signUp(server.url, 'two-tabs')
  await openAs(page, person)
  const other = await context.newPage()
  await other.goto('/')
  await expect(box(other, 'DVD')).toBeEnabled()
  await box(page, 'DVD').check()
  await expect(box(other, 'DVD')).toBeChecked()
  const profile = await context.newPage()
  await profile.goto(`/${person.username}`)
  await expect(profile.getByText('1 of 1,299 titles owned')).toBeVisible()
  await box(other, 'DVD').uncheck()
  await expect(box(page, 'DVD')).not.toBeChecked()
  await expect(profile.getByText('0 of 1,299 titles owned')).toBeVisible()
})

test('two people with open pages see only their own ticks', async ({ page, newVisitor, server }) => {
  const [anna, ben] = await Promise.all([signUp(server.url, 'anna'), signUp(server.url, 'ben')])
  const other = await newVisitor()
  await Promise.all([openAs(page, anna), openAs(other, ben)])
  await Promise.all([
    saved(page, () => box(page, 'DVD').check()),
    saved(other, () => box(other, 'BD').check()),
  ])
  await Promise.all([page.reload(), other.reload()])
  await expect(box(page, 'DVD')).toBeChecked()
  await expect(box(page, 'BD')).not.toBeChecked()
  await expect(box(other, 'BD')).toBeChecked()
  await expect(box(other, 'DVD')).not.toBeChecked()
})

test('the checkboxes are disabled until the marks have loaded', async ({ page, server, problems }) => {
  problems.expect(/ERR_CONNECTION_REFUSED/)
  const person = await signUp(server.url, 'unread')
  await signInAs(page.context(), person)
  // When its channel opens, the page reads the marks again on its own.
  await page.routeWebSocket('**/realtime/**', () => {})
  await holdConnectionChecks(page)
  await page.route('**/rest/v1/user_ownership?*', (route) => route.abort('connectionrefused'))
  await page.goto('/')
  await expect(page.getByText('Your collection and lists could not be loaded.')).toBeVisible()
  await expect(box(page, 'DVD')).toBeDisabled()
  await page.unroute('**/rest/v1/user_ownership?*')
  await homePage(page).tryAgain.click()
  await expect(box(page, 'DVD')).toBeEnabled()
  await expect(homePage(page).tryAgain).toHaveCount(0)
})

test('the page loads more than a thousand marks', async ({ page, server }) => {
  const person = await signUp(server.url, 'completist')
  const ids: { id: number }[] = []
  for (const from of [0, 1000]) {
    const { data } = await person.client
      .from('films')
      .select('id')
      .order('id')
      .range(from, from + 999)
    ids.push(...(data ?? []))
  }
  expect(ids.length).toBeGreaterThan(1000)
  for (const block of [ids.slice(0, 700), ids.slice(700)]) {
    const { error } = await person.client
      .from('user_watched')
      .insert(block.map(({ id }) => ({ film_id: id })))
    expect(error).toBeNull()
  }
  await signInAs(page.context(), person)
  for (const { id } of [ids[0], ids.at(-1)].filter((film) => film !== undefined)) {
    const { data } = await person.client.from('films').select('title, spine').eq('id', id).single()
    await page.goto(`/?q=${data?.spine}`)
    const card = await openPanel(page, data?.title ?? '')
    await expect(card.getByRole('button', { name: 'Remove Watched' })).toBeVisible()
  }
})

test('a change on another device appears when a person returns to the tab after a minute', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'elsewhere')
  const subscribed = Promise.withResolvers<void>()
  // A channel that opens and brings no changes.
  await page.routeWebSocket(/realtime/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (String(message).includes('commit_timestamp')) return
      socket.send(message)
      if (String(message).includes('Subscribed to PostgreSQL')) subscribed.resolve()
    })
  })
  await page.clock.install()
  await openAs(page, person)
  await subscribed.promise
  const { data } = await person.client.from('films').select('id').eq('title', FILM).single()
  await person.client.from('user_ownership').insert({ film_id: data?.id ?? 0, owns_dvd: true })
  const returnToTab = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await returnToTab()
  await expect(box(page, 'DVD'), 'a return within a minute loads nothing').not.toBeChecked()
  await page.clock.fastForward(61_000)
  await returnToTab()
  await expect(box(page, 'DVD')).toBeChecked()
})

test('loading the marks causes no layout shift', async ({ page, server }) => {
  await signInAs(page.context(), await signUp(server.url, 'steady'))
  await recordLayoutShifts(page)
  const release = Promise.withResolvers<void>()
  await page.route('**/rest/v1/user_*', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto('/')
  await expect(box(page, 'DVD')).toBeDisabled()
  release.resolve()
  await expect(box(page, 'DVD')).toBeEnabled()
  expect(await layoutShifts(page)).toEqual([])
})

test('the checkboxes are large enough to tap at 320 px', async ({ newVisitor, server }) => {
  const page = await newVisitor({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })
  await openAs(page, await signUp(server.url, 'finger'))
  const sizes = await page
    .getByRole('checkbox')
    .evaluateAll((boxes) =>
      boxes.map((box) => box.getBoundingClientRect()).map(({ width, height }) => [width, height]),
    )
  expect(Math.min(...sizes.map(([width = 0]) => width))).toBeGreaterThanOrEqual(24)
  expect(Math.min(...sizes.map(([, height = 0]) => height))).toBeGreaterThanOrEqual(44)
  const rows = await page
    .getByRole('article')
    .evaluateAll((cards) =>
      cards.map(
        (card) =>
          new Set([...card.querySelectorAll('input')].map((box) => box.getBoundingClientRect().top)).size,
      ),
    )
  expect(Math.max(...rows), 'four formats fit in one row').toBe(1)
})

test('axe finds no violation in the cards of a signed-in person, in both themes', async ({
  page,
  server,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, await signUp(server.url, 'axe'))
  await saved(page, () => box(page, 'DVD').check())
  await saved(page, () => box(page, 'DVD').uncheck())
  await saved(page, () => box(page, 'BD').check())
  await expect(message(page, 'DVD removed')).toBeVisible()
  await openPanel(page, FILM)
  await expectAccessible(page, 'the cards of a signed-in person')
})

async function openAs(page: Page, person: Person): Promise<void> {
  await signInAs(page.context(), person)
  await page.goto('/')
  await expect(box(page, 'DVD')).toBeEnabled()
}

function box(page: Page, format: string): Locator {
  return page.getByRole('checkbox', { name: `${format} of ${FILM}`, exact: true })
}

function message(page: Page, title: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('dialog').filter({ hasText: title })
}

/** The toast of an error, which has the role `alertdialog`. */
function refusal(page: Page, title: string): Locator {
  return page
    .getByRole('region', { name: 'Notifications' })
    .locator('[role=alertdialog]')
    .filter({ hasText: title })
}

function isWrite(url: URL): boolean {
  return (
    /\/rest\/v1\/user_(ownership|wishlist|watched)$/.test(url.pathname) && !url.searchParams.has('select')
  )
}

/** Runs an action that writes to the server and waits for a successful response. */
async function saved(page: Page, act: () => Promise<unknown>): Promise<void> {
  const written = page.waitForResponse((response) => isWrite(new URL(response.url())))
  await act()
  expect((await written).ok()).toBe(true)
}

async function formatsOf({ client, session }: Person): Promise<Record<string, boolean> | undefined> {
  const { data } = await client.from('user_ownership').select().eq('user_id', session.user.id).maybeSingle()
  if (!data) return undefined
  const { owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k } = data
  return { laserdisc: owns_laserdisc, dvd: owns_dvd, bluray: owns_bluray, bluray_4k: owns_bluray_4k }
}
