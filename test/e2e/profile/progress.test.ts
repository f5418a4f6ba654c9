import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { FILMS, showing } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'

const VARDA = FILMS.filter(({ director }) => director.includes('Agnès Varda'))
const bySpine = FILMS.toSorted((a, b) => a.spine - b.spine)

/** Owns every film of Varda on DVD, and Seven Samurai in 4K, and has acquired two copies. */
async function collector(url: string): Promise<Person> {
  const person = await signUp(url, 'progress')
  const spines = [...VARDA.map(({ spine }) => spine), 2]
  const { data } = await person.client.from('films').select('id, spine').in('spine', spines).throwOnError()
  await person.client
    .from('user_ownership')
    .insert(
      data.map(({ id, spine }) => ({ film_id: id, owns_dvd: spine !== 2, owns_bluray_4k: spine === 2 })),
    )
    .throwOnError()
  const idOf = (spine: number) => data.find((film) => film.spine === spine)?.id ?? 0
  await person.client
    .from('user_watched')
    .insert({ film_id: idOf(2) })
    .throwOnError()
  await person.client
    .from('user_copies')
    .insert([
      { film_id: idOf(2), format: 'bluray_4k', acquired_on: '2024-11-05' },
      { film_id: idOf(VARDA[0]?.spine ?? 0), format: 'dvd', acquired_on: '2023-02' },
    ])
    .throwOnError()
  return person
}

const cell = (page: Page, spine: number) => page.locator(`a[href="/spine/${spine}"]:visible`).first()
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the profile leads to the progress, whose bars lead to the lists that they count', async ({
  page,
  server,
}) => {
  const person = await collector(server.url)
  await page.goto(`/${person.username}`)
  await page.getByRole('link', { name: 'Progress', exact: true }).click()
  await expect(page).toHaveURL(`/${person.username}/progress`)
  await expect(page).toHaveTitle(`${person.username}'s Progress · Criterion Collection Tracker`)
  await expect(page.getByText(`${VARDA.length + 1} of 1,299 titles owned`)).toBeVisible()
  await expect(page.getByText('1 watched', { exact: true })).toBeVisible()
  await expect(section(page, 'Acquired'), 'only its owner sees it').toHaveCount(0)

  await expect(section(page, 'By director').getByText(/^\d+ complete$/)).toBeVisible()
  await section(page, 'By director')
    .getByRole('link', { name: `Agnès Varda All ${VARDA.length}` })
    .click()
  await expect(page).toHaveURL(`/${person.username}?director=Agn%C3%A8s+Varda`)
  await expect(homePage(page).status).toHaveText(showing(VARDA.length, VARDA.length))
  await page.goBack()
  await section(page, 'Watched and owned').getByRole('link', { name: '1', exact: true }).first().click()
  await expect(homePage(page).card('Seven Samurai')).toBeVisible()
  await expect(homePage(page).status).toHaveText(showing(1, 1))
})

test('the keyboard moves over the wall by spine and by board, and opens a film', async ({ page, server }) => {
  const person = await collector(server.url)
  await page.goto(`/${person.username}/progress`)
  await expect(cell(page, 2)).toHaveAccessibleName('Seven Samurai, spine 2: owned on 4K Ultra HD')
  await expect(cell(page, 3)).toHaveAccessibleName(/, spine 3: not owned$/)
  await section(page, 'The wall').getByRole('radio', { name: 'Chart' }).focus()
  await page.keyboard.press('Tab')
  await expect(cell(page, 1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, 2)).toBeFocused()
  await expect(section(page, 'The wall').getByText('Akira Kurosawa').first()).toBeVisible()
  await page.keyboard.press('PageDown')
  await expect(cell(page, 102)).toBeFocused()
  await page.keyboard.press('End')
  await expect(cell(page, 200)).toBeFocused()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, 101)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator('svg[data-first] a:focus'), 'the wall is one stop').toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(cell(page, 101)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/spine/101')
  await page.goBack()
  await expect(cell(page, 101)).toBeVisible()
})

test('the mouse shows the film of a spine, and a click opens it', async ({ page, server }) => {
  const person = await collector(server.url)
  await page.goto(`/${person.username}/progress`)
  const wall = section(page, 'The wall')
  await cell(page, 2).hover()
  await expect(wall.getByText('Seven Samurai', { exact: true }).first()).toBeVisible()
  // The hidden table has a column of that name.
  const owned = wall.getByText('4K', { exact: true }).and(page.locator('span'))
  await expect(owned).toBeVisible()
  await page.mouse.move(5, 5)
  await expect(owned).toHaveCount(0)
  await cell(page, 2).click()
  await expect(page).toHaveURL('/spine/2')
})

test('a finger that moves along the wall shows each spine below it, and opens none by itself', async ({
  newVisitor,
  server,
}) => {
  const person = await collector(server.url)
  const page = await newVisitor({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })
  await page.goto(`/${person.username}/progress`)
  const wall = section(page, 'The wall')
  await expect(wall.getByText('Move a finger along the wall to see each title.')).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  const pointOf = async (spine: number) => {
    const { x, y, width, height } = (await cell(page, spine).boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    }
    return { x: x + width / 2, y: y + height / 2 }
  }
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', spine?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: spine === undefined ? [] : [await pointOf(spine)],
    })
  await touch('touchStart', 2)
  await expect(wall.getByText('Seven Samurai', { exact: true }).first()).toBeVisible()
  await touch('touchMove', 20)
  const title = bySpine.find(({ spine }) => spine === 20)?.title ?? '-'
  await expect(wall.getByText(title, { exact: true }).first()).toBeVisible()
  await touch('touchEnd')
  await cell(page, 2).tap()
  await expect(page).toHaveURL(`/${person.username}/progress`)
  await wall.getByRole('link', { name: 'Open Seven Samurai' }).tap()
  await expect(page).toHaveURL('/spine/2')
})

test('on a wide touch screen the second tap on a spine opens its film, and so does the Enter key', async ({
  newVisitor,
  server,
}) => {
  const person = await collector(server.url)
  const page = await newVisitor({ viewport: { width: 1024, height: 800 }, hasTouch: true })
  await page.goto(`/${person.username}/progress`)
  const wall = section(page, 'The wall')
  await cell(page, 2).tap()
  await expect(wall.getByText('Seven Samurai', { exact: true }).first()).toBeVisible()
  await cell(page, 3).tap()
  await expect(page).toHaveURL(`/${person.username}/progress`)
  await cell(page, 3).tap()
  await expect(page).toHaveURL('/spine/3')
  await page.goBack()
  await cell(page, 2).tap()
  await cell(page, 2).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/spine/2')
})

test('a chosen table stays after a reload without a layout shift', async ({ page, server }) => {
  const person = await collector(server.url)
  await page.goto(`/${person.username}/progress`)
  const decades = section(page, 'By decade')
  await expect(decades.getByRole('table')).toHaveCount(0)
  await decades.getByRole('radio', { name: 'Table' }).check()
  await expect(decades.getByRole('row', { name: /^1960s \d+ \d+ \d+/ })).toBeVisible()
  await recordLayoutShifts(page)
  await page.reload()
  await expect(decades.getByRole('table')).toBeVisible()
  await expect(decades.getByRole('radio', { name: 'Table' })).toBeChecked()
  await expect(section(page, 'By format').getByRole('table')).toHaveCount(0)
  expect(await layoutShifts(page)).toEqual([])
  await decades.getByRole('radio', { name: 'Chart' }).check()
  await expect(decades.getByRole('table')).toHaveCount(0)

  await page.emulateMedia({ media: 'print' })
  for (const name of ['By format', 'By decade', 'By country', 'By director', 'By box set']) {
    await expect(section(page, name).getByRole('table'), name).toBeVisible()
    await expect(section(page, name).getByRole('radio')).toHaveCount(0)
  }
  await expect(cell(page, 2), 'the wall is printed').toBeVisible()
})

test('opened lists are in the address, also without JavaScript', async ({ newVisitor, server, problems }) => {
  // The browser blocks the scripts of the page.
  problems.expect(/^failed request: csp .*\.js$/)
  const person = await collector(server.url)
  const page = await newVisitor({ javaScriptEnabled: false })
  await page.goto(`/${person.username}/progress`)
  const countries = section(page, 'By country')
  await expect(countries.getByRole('listitem')).toHaveCount(12)
  await countries.getByRole('link', { name: /^\d+ more countries$/ }).click()
  await expect(page).toHaveURL(`/${person.username}/progress?all=country`)
  const all = new Set(FILMS.flatMap(({ country }) => country?.split(', ') ?? []))
  await expect(countries.getByRole('listitem')).toHaveCount(all.size)
  await expect(section(page, 'By director').getByRole('listitem')).toHaveCount(12)
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.getByRole('link', { name: 'Seven Samurai, spine 2: owned on 4K Ultra HD' }).click()
  await expect(page).toHaveURL('/spine/2')
})

test('the owner sees when copies were acquired, and which they are', async ({ page, server }) => {
  const person = await collector(server.url)
  await signInAs(page.context(), person)
  await page.goto(`/${person.username}/progress`)
  const acquired = section(page, 'Acquired')
  await expect(acquired.getByText('since 2023, by quarter; only you see this')).toBeVisible()
  await acquired.getByRole('link', { name: 'Oct–Dec 2024: 1 copy' }).click()
  await expect(page).toHaveURL(`/${person.username}/progress?acquired=2024-10`)
  await expect(acquired.getByRole('list', { name: 'Acquired Oct–Dec 2024' })).toHaveText('Seven Samurai')
  await page.reload()
  await expect(acquired.getByRole('heading', { name: 'Oct–Dec 2024: 1 copy' })).toBeVisible()
  await acquired.getByRole('link', { name: 'Oct–Dec 2024: 1 copy' }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/acquired=2023-01$/)
  await acquired.getByRole('link', { name: VARDA[0]?.title ?? '' }).click()
  await expect(page).toHaveURL(`/spine/${VARDA[0]?.spine}`)
})

test('only the owner of a private profile sees its progress', async ({ page, server, newVisitor }) => {
  const person = await collector(server.url)
  const { id } = person.session.user
  await person.client.from('profiles').update({ visibility: 'private' }).eq('id', id).throwOnError()
  await signInAs(page.context(), person)
  await page.goto(`/${person.username}/progress?all=set`)
  await expect(page).toHaveURL(`/${person.username}/progress?all=set`)
  await expect(page.getByText('Only you can see this page.')).toBeVisible()
  await expect(section(page, 'Acquired')).toBeVisible()
  const visitor = await newVisitor()
  await visitor.goto(`/${person.username}/progress`)
  await expect(visitor).toHaveURL('/')
})

test('a tick elsewhere in the site is on the wall', async ({ page, server }) => {
  const person = await signUp(server.url, 'wall')
  await signInAs(page.context(), person)
  await page.goto(`/${person.username}/progress`)
  await expect(page.getByText('The wall is empty.', { exact: false })).toBeVisible()
  await expect(section(page, 'By format')).toHaveCount(0)
  const toCollection = page.getByRole('link', { name: 'Tick what you own' })
  expect((await toCollection.boundingBox())?.height).toBeLessThan(60)
  await expectAccessible(page, 'the progress of a person who owns nothing')
  await toCollection.click()
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('checkbox', { name: 'DVD of Seven Samurai' }).check()
  await saved
  await page.getByRole('link', { name: 'My Profile' }).click()
  await page.getByRole('link', { name: 'Progress', exact: true }).click()
  await expect(cell(page, 2)).toHaveAccessibleName('Seven Samurai, spine 2: owned on DVD')
  await expect(section(page, 'By format')).toBeVisible()
})

test('the progress page needs no API request, because the server renders it', async ({ page, server }) => {
  const person = await collector(server.url)
  const apiRequests: string[] = []
  page.on('request', (request) => {
    if (/\/(rest|auth)\/v1\//.test(request.url())) apiRequests.push(request.url())
  })
  await page.goto(`/${person.username}/progress`)
  await page.waitForLoadState('networkidle')
  expect(apiRequests).toEqual([])
})

test('axe finds no violation in the charts of the progress page', async ({ page, server }) => {
  const person = await collector(server.url)
  await signInAs(page.context(), person)
  await page.goto(`/${person.username}/progress?acquired=2024-10`)
  await expect(section(page, 'Acquired')).toBeVisible()
  await expectAccessible(page, 'progress as charts')
})

test('axe finds no violation in the tables of the progress page', async ({ page, server }) => {
  const person = await collector(server.url)
  await signInAs(page.context(), person)
  await page.goto(`/${person.username}/progress?acquired=2024-10`)
  await expect(section(page, 'Acquired')).toBeVisible()
  for (const table of await page.getByRole('radio', { name: 'Table' }).all()) await table.check()
  await expectAccessible(page, 'progress as tables')
})
