import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { FILMS } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { signInAs, signUp } from '../support/people.ts'

const DIRECTED = '/?view=shelf&director=Agn%C3%A8s+Varda'
const films = FILMS.filter(({ director }) => director.includes('Agnès Varda'))

const discs = (page: Page): Locator => page.getByRole('link', { name: /, spine \d+$/ })
const cover = (page: Page): Locator => page.locator('[data-disc] [class*=pulled]').filter({ visible: true })
/** The boards, which have a name as soon as the page has measured the shelf. */
const boards = (page: Page): Locator => page.getByRole('list', { name: /, \d+ discs?$/ })

test('the shelf has a disc for each film, and the arrow keys pull out one after the other', async ({
  page,
}) => {
  await page.goto(DIRECTED)
  await expect(discs(page)).toHaveCount(films.length)
  await expect(page.getByRole('list', { name: new RegExp(`, ${films.length} discs$`) })).toBeVisible()
  await discs(page).first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(discs(page).nth(1)).toBeFocused()
  await expect(cover(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cover(page)).toHaveCount(0)
  await page.keyboard.press('End')
  await expect(discs(page).last()).toBeFocused()
  await expect(cover(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(discs(page).and(page.locator(':focus')), 'a board is one stop').toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(discs(page).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/spine\/\d+$/)
})

test('a disc comes out under the mouse, and its cover neither hides the next disc nor extends beyond the window', async ({
  page,
}) => {
  await page.goto('/?view=shelf&country=Japan')
  await expect(discs(page)).toHaveCount(FILMS.filter(({ country }) => country?.includes('Japan')).length)
  await expect(boards(page).first()).toBeVisible()
  await discs(page)
    .nth(15)
    .evaluate((disc) => disc.scrollIntoView({ block: 'center' }))
  const box = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const rest = async (disc: Locator, from: 'the left' | 'the right') => {
    // It may still be going back after the mouse has left it.
    await disc.evaluate((link) =>
      Promise.all(
        link
          .closest('li')
          ?.getAnimations()
          .map(({ finished }) => finished) ?? [],
      ),
    )
    const { x, y, width, height } = await box(disc)
    // Below the board, because a disc on the way would come out if the mouse rests on it.
    await page.mouse.move(from === 'the left' ? x - 60 : x + 60, y + height + 14)
    await page.mouse.move(from === 'the left' ? x - 50 : x + 50, y + height + 14)
    await page.mouse.move(x + width / 2, y + height - 8)
    await expect(disc.locator('[class*=pulled]')).toBeVisible()
    await expect(cover(page)).toHaveCount(1)
  }
  const neighbour = await box(discs(page).nth(13))
  await rest(discs(page).nth(15), 'the right')
  expect((await box(cover(page))).x).toBeGreaterThan(neighbour.x + neighbour.width)
  await page.mouse.move(5, 5)
  await expect(cover(page)).toHaveCount(0)
  await rest(discs(page).nth(15), 'the left')
  const opened = await box(cover(page))
  const next = await box(discs(page).nth(16))
  expect(opened.x + opened.width, 'does not hide the next disc').toBeLessThanOrEqual(next.x)
  expect(await box(discs(page).nth(13)), 'the neighbours do not move').toEqual(neighbour)

  await page.mouse.move(5, 5)
  await expect(cover(page)).toHaveCount(0)
  await rest(boards(page).first().getByRole('link').last(), 'the right')
  const last = await box(cover(page))
  expect(last.x + last.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
})

test('all discs of a long list stand on the shelf, and box sets are thicker', async ({ page }) => {
  await page.goto('/?view=shelf&director=Ingmar+Bergman')
  const bergman = FILMS.filter(({ director }) => director.includes('Ingmar Bergman'))
  await expect(discs(page)).toHaveCount(bergman.length)
  await expect(boards(page).first()).toBeVisible()
  const thickness = async (name: RegExp) => (await page.getByRole('link', { name }).boundingBox())?.width
  const [trilogy = 0, light = 0] = [await thickness(/, spine 208$/), await thickness(/, spine 210$/)]
  expect(Math.round((trilogy / light) * 14)).toBe(34)
  const disc210 = page.getByRole('link', { name: /, spine 210$/ })
  const places = await disc210.evaluate((disc) =>
    [disc, ...disc.querySelectorAll('[aria-hidden]')].map((part) => part.getBoundingClientRect()),
  )
  const [box, title, plate] = places
  expect((title?.top ?? 0) - (box?.top ?? 0), 'the title begins at the top').toBeLessThan(1)
  expect(plate?.bottom, 'the number stands at the foot').toBeCloseTo(box?.bottom ?? 0, 0)
})

test('a disc has the size of its case', async ({ page, server, newVisitor }) => {
  const person = await signUp(server.url, 'measured')
  const { data: film } = await person.client.from('films').select('id').eq('spine', 2).single().throwOnError()
  const all = { owns_laserdisc: true, owns_dvd: true, owns_bluray: true, owns_bluray_4k: true }
  await person.client
    .from('user_ownership')
    .insert({ film_id: film.id, ...all })
    .throwOnError()
  const phone = await newVisitor({ viewport: { width: 390, height: 844 } })
  // A shelf of few discs has 1.5 pixels for a millimetre, one on a phone 1.12.
  for (const [shelf, pixels] of [
    [page, 1.5],
    [phone, 1.12],
  ] as const) {
    await shelf.goto(`/${person.username}?view=shelf`)
    await expect(discs(shelf)).toHaveCount(4)
    await expect(boards(shelf), 'the LaserDisc stands on a second board').toHaveCount(2)
    for (const [format, height, thickness] of [
      ['LaserDisc', 315, 11],
      ['DVD', 190, 15],
      ['Blu-ray', 171, 14],
      ['4K Ultra HD', 171, 15],
    ] as const) {
      const disc = shelf.getByRole('link', { name: new RegExp(`^Seven Samurai, ${format}, `) })
      const size = await disc.evaluate((link) => {
        const { offsetWidth, offsetHeight } = link.closest('li') as HTMLLIElement
        return [offsetWidth, offsetHeight]
      })
      expect(size, format).toEqual([Math.round(thickness * pixels), Math.round(height * pixels)])
    }
  }
})

test('LaserDiscs stand on boards of their own, and no disc hangs over the edge', async ({ page, server }) => {
  const person = await signUp(server.url, 'laser')
  const { data: first } = await person.client.from('films').select('id').lte('spine', 150).throwOnError()
  await person.client
    .from('user_ownership')
    .insert(first.map(({ id }) => ({ film_id: id, owns_laserdisc: id % 5 === 0, owns_dvd: true })))
    .throwOnError()
  await page.goto(`/${person.username}?view=shelf`)
  const laserdiscs = first.filter(({ id }) => id % 5 === 0).length
  await expect(discs(page)).toHaveCount(first.length + laserdiscs)
  await expect(page.getByRole('link', { name: /, LaserDisc, / })).toHaveCount(laserdiscs)
  await expect(boards(page).first()).toBeVisible()
  const shelf = await boards(page).evaluateAll((lists) =>
    lists.map((list) => ({
      kinds: [
        ...new Set(
          [...list.children].map((disc) => / laserdisc$/.test(disc.getAttribute('data-disc') ?? '')),
        ),
      ],
      beyond:
        (list.lastElementChild?.getBoundingClientRect().right ?? 0) - list.getBoundingClientRect().right,
    })),
  )
  expect(shelf.map(({ kinds }) => kinds).at(-1)).toEqual([true])
  for (const { kinds, beyond } of shelf) {
    expect(kinds).toHaveLength(1)
    expect(beyond).toBeLessThanOrEqual(0.1)
  }
})

test('on a phone the first tap pulls a disc out and fills a slip, and the second opens the film', async ({
  newVisitor,
}) => {
  const page = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await page.goto(DIRECTED)
  const disc = page.getByRole('link', { name: /^Cléo from 5 to 7, .*, spine 73$/ })
  const slip = page.getByRole('region', { name: 'Pulled out' })
  await disc.tap()
  await expect(slip).toContainText('Cléo from 5 to 7')
  await expect(slip).toContainText('Agnès Varda')
  await expect(page).toHaveURL(/view=shelf/)
  await expectAccessible(page, 'a disc pulled out', { widths: [390] })
  await page.getByRole('heading', { level: 1 }).tap()
  await expect(slip).toHaveCount(0)
  await disc.tap()
  await disc.tap()
  await expect(page).toHaveURL('/spine/73')
  await page.goBack()
  await page.getByRole('link', { name: /^Vagabond, / }).tap()
  await slip.getByRole('link', { name: 'Open Vagabond' }).tap()
  await expect(page).toHaveURL('/spine/74')
})

test('the server draws the discs, and a page without a script leads to the films', async ({
  newVisitor,
  problems,
}) => {
  problems.expect(/failed request: csp .*before-paint\.js$/)
  const page = await newVisitor({ javaScriptEnabled: false })
  await page.goto(DIRECTED)
  await expect(discs(page)).toHaveCount(films.length)
  await page.getByRole('link', { name: /, spine 73$/ }).click()
  await expect(page).toHaveURL('/spine/73')
})

test('without motion a disc comes out at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(DIRECTED)
  await discs(page).first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(cover(page)).toBeVisible()
  expect(
    await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    ),
  ).toBe(0)
})

test('the shelf prints all discs within the page', async ({ page, server }) => {
  const person = await signUp(server.url, 'paper')
  const { data: first } = await person.client.from('films').select('id').lte('spine', 120).throwOnError()
  await person.client
    .from('user_ownership')
    .insert(first.map(({ id }) => ({ film_id: id, owns_dvd: true })))
    .throwOnError()
  await signInAs(page.context(), person)
  await page.goto(`/${person.username}?view=shelf`)
  await expect(discs(page)).toHaveCount(first.length)
  await discs(page).first().hover()
  await expect(cover(page)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1000 })
  await expect(cover(page)).toHaveCount(0)
  const right = await discs(page).evaluateAll((links) =>
    Math.max(...links.map((link) => link.getBoundingClientRect().right)),
  )
  expect(right).toBeLessThanOrEqual(718)
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
})

test('an empty shelf links its owner to ticking and importing, and shows others a sentence', async ({
  page,
  newVisitor,
  server,
}) => {
  const person = await signUp(server.url, 'bare')
  const visitor = await newVisitor()
  await visitor.goto(`/${person.username}?view=shelf`)
  await expect(visitor.getByText(`${person.username} has not added any discs yet.`)).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Tick what you own' })).toHaveCount(0)
  await signInAs(page.context(), person)
  await page.goto(`/${person.username}?view=shelf`)
  await expect(page.getByText('The shelf is empty')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tick what you own' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('link', { name: 'Import a file' })).toHaveAttribute('href', '/account/import')
  const views = await page.getByRole('navigation', { name: 'View' }).boundingBox()
  const rule = await page.getByRole('tablist').boundingBox()
  const right = (box: typeof views) => (box ? box.x + box.width : Number.NaN)
  expect(right(views), 'the views end where the page does').toBeCloseTo(right(rule), 0)
  await expectAccessible(page, 'an empty shelf')
})

test('the shelf is accessible', async ({ page }) => {
  await page.goto(DIRECTED)
  await expect(discs(page)).toHaveCount(films.length)
  await discs(page).first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(cover(page)).toBeVisible()
  await expectAccessible(page, 'the shelf')
})
