import type { Page } from '@playwright/test'
import { FILMS, PAGE_SIZE } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'

const ART =
  '<svg xmlns="http://www.w3.org/2000/svg" width="644" height="800"><rect width="644" height="800" fill="#0a0"/></svg>'
const BOX_ART = 'https://s3.amazonaws.com/**'
const FIRST_PAGE = FILMS.slice(0, PAGE_SIZE)

test('without images every film has a cover with its title and spine', async ({ page }) => {
  await page.goto('/')
  await expect(homePage(page).cards).toHaveCount(PAGE_SIZE)
  const covers = await homePage(page).cards.evaluateAll((cards) =>
    cards.map((card) => {
      // What is far away is laid out only when it comes near, but stands in the document.
      const cover = card.querySelector('[aria-hidden=true]:has(> svg)')
      return {
        title: cover?.querySelector('p')?.textContent?.replaceAll('\n', ' '),
        spine: cover?.querySelector('span')?.textContent,
      }
    }),
  )
  expect(covers).toEqual(FIRST_PAGE.map(({ title, spine }) => ({ title, spine: String(spine) })))
  await expect(homePage(page).cards.first().locator('[aria-hidden=true] > p').first()).toBeVisible()
  for (const image of await homePage(page).cards.locator('img').all())
    await expect(image).toHaveCSS('opacity', '0')
})

test('an image that arrives covers the printed cover, with the spine on it', async ({ page }) => {
  const withArt = FIRST_PAGE.filter(({ box_art_url }) => box_art_url).slice(0, 5)
  expect(withArt).toHaveLength(5)
  await page.route(BOX_ART, (route) => route.fulfill({ contentType: 'image/svg+xml', body: ART }))
  await page.goto('/')
  for (const { title, spine } of withArt) {
    const card = homePage(page).card(title)
    const image = card.locator('img')
    await expect(image).toHaveCSS('opacity', '1')
    const plate = card.getByText(String(spine), { exact: true }).last()
    await expect(plate).toBeVisible()
    const [frame, art, place] = await Promise.all([
      homePage(page).panelButton(title).boundingBox(),
      image.boundingBox(),
      plate.boundingBox(),
    ])
    expect(art).toEqual(frame)
    expect(right(place)).toBeCloseTo(right(frame), 0)
    expect(bottom(place)).toBeCloseTo(bottom(frame), 0)
    expect(await topmostAt(page, place), 'the plate lies over the image').toBe(String(spine))
  }
})

test('the smaller image is asked for first, the stored one when that is missing', async ({ page }) => {
  const asked: string[] = []
  await page.route(BOX_ART, (route) => {
    const url = route.request().url()
    asked.push(url)
    return url.includes('_medium.')
      ? route.abort()
      : route.fulfill({ contentType: 'image/svg+xml', body: ART })
  })
  await page.goto('/')
  const film = FIRST_PAGE.find(({ box_art_url }) => box_art_url?.includes('_large.'))
  if (!film?.box_art_url) throw new Error('No film of the first page has a large image.')
  await expect(homePage(page).card(film.title).locator('img')).toHaveCSS('opacity', '1')
  expect(asked).toContain(film.box_art_url.replace('_large.', '_medium.'))
  expect(asked).toContain(film.box_art_url)
})

test('images are asked for without saying from where', async ({ page }) => {
  const referrers: (string | undefined)[] = []
  await page.route(BOX_ART, (route) => {
    referrers.push(route.request().headers().referer)
    return route.abort()
  })
  await page.goto('/')
  await expect.poll(() => referrers.length).toBeGreaterThan(5)
  expect(new Set(referrers)).toEqual(new Set([undefined]))
})

test('covers far down the page load their images when they come near', async ({ page }) => {
  const asked = new Set<string>()
  await page.route(BOX_ART, (route) => {
    asked.add(route.request().url())
    return route.fulfill({ contentType: 'image/svg+xml', body: ART })
  })
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/')
  await expect(homePage(page).cards).toHaveCount(PAGE_SIZE)
  await expect.poll(() => asked.size).toBeGreaterThanOrEqual(8)
  const { length } = FIRST_PAGE.filter(({ box_art_url }) => box_art_url)
  expect(asked.size).toBeLessThan(length)
  await homePage(page)
    .cards.nth(PAGE_SIZE - 1)
    .scrollIntoViewIfNeeded()
  await expect(
    homePage(page)
      .cards.nth(PAGE_SIZE - 1)
      .locator('img'),
  ).toHaveCSS('opacity', '1')
})

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const right = (box: Box | null) => (box ? box.x + box.width : Number.NaN)
const bottom = (box: Box | null) => (box ? box.y + box.height : Number.NaN)

/** The text of what is painted last in the middle of a box, apart from what is there to be pressed. */
function topmostAt(page: Page, box: Box | null): Promise<string | null | undefined> {
  if (!box) throw new Error('Nothing is there.')
  return page.evaluate(
    ([x, y]) =>
      document
        .elementsFromPoint(x, y)
        .find(
          (element) =>
            !element.closest('button') && element.textContent?.match(/^\d+$|^$/) && element.tagName !== 'DIV',
        )?.textContent,
    [box.x + box.width / 2, box.y + box.height / 2] as [number, number],
  )
}
