import type { Locator, Page } from '@playwright/test'
import { header, toast } from '../support/account-ui.ts'
import { createFilm, filmForm, loadFirstTitlesOnly, openAs, signUpAdmin, test } from '../support/admin.ts'
import { expectAccessible } from '../support/axe.ts'
import { FILMS } from '../support/catalogue.ts'
import { expect } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { type Person, signUp } from '../support/people.ts'

test('the titles page loads all titles in pages of fifty without a layout shift', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'lister')
  await recordLayoutShifts(page)
  const cursors: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/rest/v1/films') cursors.push(url.searchParams.get('spine'))
  })
  await page.route('**/rest/v1/films?*spine=gt.0&*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await openAs(page, admin, '/admin/titles')
  await expect(page.getByRole('heading', { name: 'Title Management', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Titles' }).getByText('Loading...')).toBeVisible()
  // Earlier shifts are not counted: the header adds the link to this page.
  const before = (await layoutShifts(page))?.length
  await expect(list(page).status).toHaveText(await all(admin), { timeout: 200_000 })
  await expect(page.getByRole('region', { name: 'Titles' }).getByText('Loading...')).toHaveCount(0)
  expect(cursors.slice(0, 3)).toEqual(['gt.0', 'gt.50', 'gt.100'])
  expect(cursors.length).toBeGreaterThanOrEqual(Math.ceil(FILMS.length / 50))
  expect((await layoutShifts(page))?.slice(before)).toEqual([])
  // The last row is in the document, so that the browser's search and the Tab key reach it.
  await expect(edit(page, FILMS.at(-1)?.title ?? '').first()).toBeAttached()
})

test('a row shows the data of its film and links to other sites and to its history', async ({
  page,
  server,
}) => {
  await openAs(page, await signUpAdmin(server, 'reader'), '/admin/titles?q=seven+samurai')
  const row = page.getByRole('listitem').filter({ has: edit(page, 'Seven Samurai') })
  await expect(row).toContainText(/Spine 2.*Seven Samurai.*Akira Kurosawa.*Japan.*1954/)
  const links = await row.getByRole('link').evaluateAll((all) =>
    (all as HTMLAnchorElement[]).map(({ textContent, target, rel, href }) => ({
      text: textContent,
      isSeparate: target === '_blank' && /noopener/.test(rel),
      host: new URL(href).host,
    })),
  )
  expect(links.map(({ text }) => text)).toEqual([
    'Seven Samurai',
    'Criterion',
    'IMDb',
    'Letterboxd',
    'Wikipedia',
    'Blu-ray.com',
    'Amazon',
    'eBay',
    'History',
  ])
  expect(links.slice(1, -1).filter(({ isSeparate }) => !isSeparate)).toEqual([])
  expect(links[1]?.host).toBe('www.criterion.com')
  await expect(row.getByRole('link', { name: 'IMDb: Seven Samurai' })).toHaveAttribute('href', /tt0047478/)
  await expect(row.getByRole('link', { name: 'eBay, a search for Seven Samurai' })).toHaveAttribute(
    'href',
    /Criterion\+Collection\+Seven\+Samurai/,
  )

  await row.getByRole('link', { name: 'Seven Samurai', exact: true }).click()
  await expect(page).toHaveURL('/spine/2')
  await page.goBack()
  await row.getByRole('link', { name: 'History of Seven Samurai' }).click()
  await expect(page).toHaveURL(/\/admin\/history\?film=\d+$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Back to the collection' }).click()
  await expect(page).toHaveURL('/')
})

test('the search covers the whole catalogue, is in the address and reports no results', async ({
  page,
  server,
}) => {
  await openAs(page, await signUpAdmin(server, 'searcher'), '/admin/titles')
  const { search, status, rows } = list(page)
  await search.fill('ozu')
  await expect(status).toHaveText(/^Showing (\d+) of \1 titles$/)
  await expect(page).toHaveURL('/admin/titles?q=ozu')
  const directors = await rows.evaluateAll((all) => all.map((row) => row.textContent))
  expect(directors.length).toBeGreaterThanOrEqual(10)
  expect(directors.filter((text) => !/[oō]zu/i.test(text ?? ''))).toEqual([])
  await page.reload()
  await expect(search).toHaveValue('ozu')
  await expect(rows).toHaveCount(directors.length)

  await search.fill('zzz')
  await expect(page.getByText('No titles match “zzz”.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL('/admin/titles')
  await expect(box(page, 'DVD of Seven Samurai')).toBeAttached()
})

test('a toggled format or OOP flag is saved at once and appears on the home page', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'toggler')
  const film = await createFilm(admin, 'Schalter')
  await openAs(page, admin, `/?q=${film.spine}`)
  await expect(box(page, 'DVD of Schalter')).toBeVisible()
  await header(page).account.getByRole('link', { name: 'Edit Titles' }).click()
  await list(page).search.fill(String(film.spine))
  await expect(box(page, 'DVD of Schalter')).toBeChecked()
  await expect(box(page, 'BD of Schalter is out of print')).toHaveCount(0)

  await saved(page, () => box(page, 'BD of Schalter').check())
  await expect(toast(page, 'Format updated')).toContainText('Schalter: Blu-ray is on.')
  await page.getByRole('link', { name: 'Back to the collection' }).click()
  await homePage(page).search.fill(String(film.spine))
  await expect(box(page, 'BD of Schalter'), 'the home page shows it without a reload').toBeVisible()
  await page.goBack()

  await saved(page, () => box(page, 'BD of Schalter is out of print').check())
  await expect(toast(page, 'OOP status updated')).toContainText('Blu-ray out of print is on.')
  await saved(page, () => box(page, 'DVD of Schalter is out of print').check())
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('dialog')).toHaveCount(1)
  await page.reload()
  await expect(box(page, 'BD of Schalter is out of print')).toBeChecked()
  const expected = { dvd: true, dvd_oop: true, bluray: true, bluray_oop: true }
  expect(await flagsOf(admin, film.id)).toMatchObject(expected)

  await saved(page, () => box(page, 'BD of Schalter').uncheck())
  await expect(box(page, 'BD of Schalter is out of print')).toHaveCount(0)
  await saved(page, () => box(page, 'BD of Schalter').check())
  await expect(
    box(page, 'BD of Schalter is out of print'),
    'it was removed with its format',
  ).not.toBeChecked()
  expect(await flagsOf(admin, film.id)).toMatchObject({ bluray: true, bluray_oop: false })
})

test('an admin sees how many people own a format before removing it, and owners keep it until they untick it', async ({
  page,
  server,
  newVisitor,
}) => {
  const admin = await signUpAdmin(server, 'remover')
  const [owner, other] = [await signUp(server.url, 'owner'), await signUp(server.url, 'other')]
  const director = `Director ${crypto.randomUUID()}`
  const film = await createFilm(admin, 'Besitz', { director, bluray: true })
  const owns = { film_id: film.id, owns_dvd: true, owns_bluray: true }
  for (const { client } of [owner, other]) await client.from('user_ownership').insert(owns).throwOnError()
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const { edit: editFilm, box: field, save, cancel, question } = filmForm(page)
  const [keep, remove] = ['Cancel', 'Remove'].map((name) => question.getByRole('button', { name }))

  await box(page, 'DVD of Besitz').uncheck()
  await expect(question).toHaveAccessibleName('Remove formats that people own?')
  await expect(question).toHaveAccessibleDescription(/^2 people own a format that this removes\./)
  await keep?.click()
  await expect(box(page, 'DVD of Besitz'), 'the removal was cancelled').toBeChecked()
  await box(page, 'DVD of Besitz').uncheck()
  await remove?.click()
  await expect(toast(page, 'Format updated')).toContainText('Besitz: DVD is off.')
  expect(await flagsOf(admin, film.id)).toMatchObject({ dvd: false, bluray: true })

  await other.client.from('user_ownership').delete().eq('film_id', film.id).throwOnError()
  await editFilm('Besitz').click()
  await field('Blu-ray').uncheck()
  await save.click()
  await expect(question).toContainText('1 person owns a format that this removes.')
  await keep?.click()
  await expect(field('Blu-ray'), 'the form is unchanged').not.toBeChecked()
  await field('Blu-ray').check()
  await cancel.click()
  await page.getByRole('checkbox', { name: 'Select Besitz', exact: true }).check()
  await page.getByRole('combobox', { name: 'Flag' }).selectOption('Blu-ray')
  await page.getByRole('button', { name: 'Clear Blu-ray of 1 selected title' }).click()
  await expect(question).toContainText('1 person owns a format that this removes.')
  await remove?.click()
  await expect(toast(page, 'Updated 1 film formats!')).toBeVisible()

  const owners = await newVisitor()
  await openAs(owners, owner, `/?q=${film.spine}`)
  const [dvd, bluray] = ['DVD', 'BD'].map((label) => box(owners, `${label} of Besitz, no longer listed`))
  await expect(homePage(owners).card('Besitz').getByText('no longer listed')).toHaveCount(2)
  await owners.goto(`/?q=${film.spine}&view=list`)
  const row = owners.getByRole('row', { name: /^Besitz, spine/ })
  await expect(row.getByTitle('No longer listed')).toHaveCount(2)
  const tickets = await row.getByRole('checkbox', { name: /no longer listed/ }).evaluateAll((boxes) =>
    boxes.map((each) => {
      const { top, bottom } = each.getBoundingClientRect()
      const { top: rowTop = 0, bottom: rowBottom = 0 } = each.closest('tr')?.getBoundingClientRect() ?? {}
      return [top >= rowTop, bottom <= rowBottom, rowBottom - rowTop]
    }),
  )
  expect(tickets, 'they stand in a row of the usual height').toEqual([
    [true, true, 37],
    [true, true, 37],
  ])
  await owners.goBack()
  await expect(bluray as Locator).toBeChecked()
  await bluray?.click()
  await expect(bluray as Locator, 'it disappears when it is unticked').toHaveCount(0)
  await dvd?.focus()
  await owners.keyboard.press('Space')
  await expect(dvd as Locator).not.toBeChecked()
  await expect(dvd as Locator, 'the focus stays').toBeFocused()
  await owners.keyboard.press('Tab')
  await expect(dvd as Locator).toHaveCount(0)
  await expect
    .poll(
      async () => (await owner.client.from('user_ownership').select().eq('film_id', film.id).single()).data,
    )
    .toMatchObject({ owns_dvd: false, owns_bluray: false })
})

test('a list requested before a toggle does not revert it', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'before')
  const film = await createFilm(admin, 'Vorher')
  await page.clock.install()
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const dvd = box(page, 'DVD of Vorher')
  await expect(dvd).toBeChecked()
  const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/rest/v1/films?*spine=gt.0&*', async (route) => {
    const response = await route.fetch()
    requested.resolve()
    await released.promise
    await route.fulfill({ response })
  })
  await page.clock.fastForward(61_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await requested.promise
  await saved(page, () => dvd.uncheck())
  const response = page.waitForResponse(/spine=gt\.0&/)
  released.resolve()
  await (await response).finished()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expect(dvd).not.toBeChecked()
})

test('a burst of clicks on a flag ends in the last state', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'burster')
  const film = await createFilm(admin, 'Schnell')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  await page.route('**/rest/v1/films?id=*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    await route.continue()
  })
  const dvd = box(page, 'DVD of Schnell')
  for (let click = 0; click < 7; click++) {
    await dvd.click()
    await expect(dvd, 'at once').toBeChecked({ checked: click % 2 === 1 })
  }
  await box(page, '4K of Schnell').check()
  await box(page, '4K of Schnell is out of print').check()
  await expect(toast(page, 'OOP status updated')).toBeVisible()
  await expect
    .poll(() => flagsOf(admin, film.id))
    .toMatchObject({ dvd: false, bluray_4k: true, bluray_4k_oop: true })
  await page.reload()
  await expect(dvd).not.toBeChecked()
  await expect(box(page, '4K of Schnell is out of print')).toBeChecked()
})

test('a toggle without a network is reverted with a message', async ({ page, server, problems }) => {
  problems.expect(/\/rest\/v1\/films/)
  const admin = await signUpAdmin(server, 'offline')
  const film = await createFilm(admin, 'Leitung')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  await expect(box(page, 'DVD of Leitung')).toBeChecked()
  await page.route('**/rest/v1/films?id=*', (route) => route.abort('connectionreset'))
  await box(page, 'DVD of Leitung is out of print').click()
  await expect(toast(page, 'Failed to update OOP status')).toContainText('check your connection')
  await expect(box(page, 'DVD of Leitung is out of print')).not.toBeChecked()
  await box(page, 'DVD of Leitung').click()
  await expect(toast(page, 'Failed to update format')).toContainText(
    'Leitung: The server could not be reached',
  )
  await expect(box(page, 'DVD of Leitung')).toBeChecked()
  await page.unrouteAll()
  await saved(page, () => box(page, 'DVD of Leitung').uncheck())
  await expect(box(page, 'DVD of Leitung')).not.toBeChecked()
})

test('a toggle of a film that another admin deleted shows a message and removes the row', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'second')
  const film = await createFilm(admin, 'Verschwunden')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  await expect(box(page, 'DVD of Verschwunden')).toBeChecked()
  await admin.client.from('films').delete().eq('id', film.id).throwOnError()
  await box(page, 'BD of Verschwunden').click()
  await expect(toast(page, 'Failed to update format')).toContainText('Someone has deleted the film.')
  await expect(box(page, 'DVD of Verschwunden')).toHaveCount(0)
})

test('a person who is no longer an admin toggles nothing and is redirected to the home page', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/count_format_owners/)
  const admin = await signUpAdmin(server, 'former')
  const other = await signUpAdmin(server, 'latter')
  const film = await createFilm(admin, 'Bleibt so')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  await expect(box(page, 'DVD of Bleibt so')).toBeChecked()
  await server.admin('revoke', admin.username)
  await box(page, 'DVD of Bleibt so').click()
  await expect(toast(page, 'Failed to update format')).toContainText('You are no longer an admin.')
  await expect(toast(page, 'Access denied')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await flagsOf(other, film.id)).toMatchObject({ dvd: true })
})

test('a toggle by another admin appears when an admin returns to the tab after a minute', async ({
  page,
  server,
  newVisitor,
}) => {
  const [anna, ben] = [await signUpAdmin(server, 'anna'), await signUpAdmin(server, 'ben')]
  const film = await createFilm(anna, 'Gemeinsam')
  await page.clock.install()
  await openAs(page, anna, `/admin/titles?q=${film.spine}`)
  await expect(box(page, 'DVD of Gemeinsam')).toBeChecked()
  const other = await newVisitor()
  await openAs(other, ben, `/admin/titles?q=${film.spine}`)
  await saved(other, () => box(other, 'BD of Gemeinsam').check())
  // Writing one flag keeps the others, and the response contains their current values.
  await expect(box(page, 'BD of Gemeinsam')).not.toBeChecked()
  await saved(page, () => box(page, 'DVD of Gemeinsam is out of print').check())
  await expect(box(page, 'BD of Gemeinsam')).toBeChecked()

  await saved(other, () => box(other, 'LD of Gemeinsam').check())
  await page.clock.fastForward(61_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(box(page, 'LD of Gemeinsam')).toBeChecked()
})

test('a page of titles that fails to load keeps the loaded titles and can be requested again', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/\/rest\/v1\/films/)
  const admin = await signUpAdmin(server, 'patient')
  await page.route('**/rest/v1/films?*', (route) => route.abort('connectionreset'))
  await openAs(page, admin, '/admin/titles')
  await expect(toast(page, 'Failed to load films')).toBeVisible()
  await expect(page.getByText('The titles could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  // A refused request. The page would repeat a request without a response.
  await page.route('**/rest/v1/films?*spine=gt.100&*', (route) =>
    route.fulfill({ status: 400, json: { code: 'PGRST100', message: 'Refused.' } }),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The next titles could not be loaded.')).toBeVisible()
  await expect(list(page).status).toHaveText(/^Showing 100 of 1,[\d]+ titles$/)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(list(page).status).not.toHaveText(/^Showing 100 of/)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('an open form stays open during a search that does not match its film', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'writer')
  const film = await createFilm(admin, 'Halbfertig')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  await edit(page, 'Halbfertig').click()
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('Halbfertig, noch')
  await list(page).search.fill('seven samurai')
  await expect(box(page, 'DVD of Seven Samurai')).toBeVisible()
  await expect(title).toHaveValue('Halbfertig, noch')
})

test('the buttons that edit and delete a film are at least 16 px apart', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'careful')
  const film = await createFilm(admin, 'Abstand')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const { edit: editFilm, remove } = filmForm(page)
  for (const width of [320, 390, 900, 1280, 1600]) {
    await page.setViewportSize({ width, height: 800 })
    const [from, to] = await Promise.all([editFilm('Abstand').boundingBox(), remove('Abstand').boundingBox()])
    if (!from || !to) throw new Error('A button has no box.')
    const across = Math.max(to.x - from.x - from.width, from.x - to.x - to.width)
    const down = Math.max(to.y - from.y - from.height, from.y - to.y - to.height)
    expect(Math.max(across, down), `at ${width}`).toBeGreaterThanOrEqual(16)
  }
  await editFilm('Abstand').focus()
  for (const name of ['History of Abstand', 'Delete Abstand']) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(name)
  }
})

test('an admin whose session ends on the page is asked to sign in, and returns to it', async ({
  page,
  context,
  server,
}) => {
  const admin = await signUpAdmin(server, 'ended')
  await openAs(page, admin, '/admin/titles')
  await expect(page.getByRole('button', { name: 'Add New Title' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/auth?next=%2Fadmin%2Ftitles')
  await expect(toast(page, 'Access denied')).toHaveCount(0)
})

test('visitors and people who are not admins cannot open the titles page', async ({
  page,
  server,
  newVisitor,
}) => {
  await page.goto('/admin/titles')
  await expect(toast(page, 'Access denied')).toBeVisible()
  await expect(page).toHaveURL('/')
  const other = await newVisitor()
  await openAs(other, await signUp(server.url, 'nobody'), '/admin/titles')
  await expect(toast(other, 'Access denied')).toBeVisible()
  await expect(other).toHaveURL('/')
})

test('an admin toggles flags with the keyboard alone, and the header does not cover the focus', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'typist')
  const film = await createFilm(admin, 'Tasten')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  await page.getByRole('checkbox', { name: 'Select Tasten', exact: true }).focus()
  for (const name of ['Tasten', 'LD of Tasten', 'DVD of Tasten', 'DVD of Tasten is out of print']) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(name)
  }
  await saved(page, () => page.keyboard.press('Space'))
  await expect(box(page, 'DVD of Tasten is out of print')).toBeChecked()

  await loadFirstTitlesOnly(page)
  await page.goto('/admin/titles')
  await expect(list(page).status).toHaveText(/^Showing 100 of/)
  for (const title of ['Pygmalion', 'Andrei Rublev']) {
    await edit(page, title).focus()
    await page.keyboard.press('Shift+Tab')
    const focused = await page.locator(':focus').boundingBox()
    const head = await page.getByRole('checkbox', { name: 'Select all', exact: true }).boundingBox()
    expect(focused?.y).toBeGreaterThan((head?.y ?? 0) + (head?.height ?? 0))
  }
})

test('the list of titles fits every screen, and its targets are large enough to tap', async ({
  newVisitor,
  server,
}) => {
  const admin = await signUpAdmin(server, 'finger')
  const page = await newVisitor({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })
  await openAs(page, admin, '/admin/titles?q=wes+anderson')
  await expect(list(page).status).toHaveText(/^Showing (\d+) of \1 titles$/)
  await page.getByRole('checkbox', { name: 'Select all that match' }).check()
  const spine = page.getByRole('region', { name: 'Titles' }).getByText(/^Spine\s*1025$/)
  for (const width of [320, 390, 768, 1024, 1280, 1600, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    const wider = await page.evaluate(() => {
      const edge = document.documentElement.clientWidth
      return [...document.querySelectorAll('main *')]
        .filter((element) => element.getBoundingClientRect().right > edge + 0.5)
        .map((element) => element.outerHTML.slice(0, 100))
    })
    expect(wider, `${width} px`).toEqual([])
    const lines = await spine.evaluate((element) => {
      const number = document.createRange()
      number.selectNode(element.lastChild ?? element)
      return new Set([...number.getClientRects()].map(({ top }) => top)).size
    })
    expect(lines, `lines of a spine at ${width} px`).toBe(1)
    const small = await page
      .getByRole('region', { name: 'Titles' })
      .locator('label:not([for]), a, button, select')
      .evaluateAll((targets) =>
        targets
          .filter((target) => !target.closest('h2'))
          .map((target) => ({ html: target.outerHTML, box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.height < 24 || box.width < 24))
          .map(({ html }) => html.slice(0, 80)),
      )
    expect(small, `${width} px`).toEqual([])
  }
})

test('axe finds no violation in the titles page, in both themes, on a desktop and on a phone', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'axe')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, admin, '/admin/titles?q=kurosawa')
  await expect(list(page).status).toHaveText(/^Showing (\d+) of \1 titles$/)
  await page.getByRole('checkbox', { name: 'Select Ikiru', exact: true }).check()
  await expectAccessible(page, 'the titles page')
})

function list(page: Page) {
  return {
    search: page.getByRole('searchbox', { name: 'Search the titles' }),
    status: page.getByText(/^Showing [\d,]+ of [\d,]+ titles?$/),
    rows: page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) }),
  }
}

function box(page: Page, name: string): Locator {
  return page.getByRole('checkbox', { name, exact: true })
}

function edit(page: Page, title: string): Locator {
  return page.getByRole('button', { name: `Edit ${title}`, exact: true })
}

/** Returns the status line for the whole catalogue, to which other tests add films. */
async function all({ client }: Person): Promise<string> {
  const { count } = await client.from('films').select('id', { count: 'exact', head: true }).throwOnError()
  const total = (count ?? 0).toLocaleString('en')
  return `Showing ${total} of ${total} titles`
}

async function flagsOf({ client }: Person, id: number) {
  const { data } = await client.from('films').select().eq('id', id).single().throwOnError()
  return data
}

/** Runs an action that writes to the server and waits for a successful response. */
async function saved(page: Page, act: () => Promise<unknown>): Promise<void> {
  const written = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await act()
  expect((await written).ok()).toBe(true)
}
