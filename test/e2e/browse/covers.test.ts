import type { Page } from '@playwright/test'
import { FILMS, PAGE_SIZE } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'

const ART =
  '<svg xmlns="http://www.w3.org/2000/svg" width="644" height="800"><rect width="644" height="800" fill="#0a0"/></svg>'
const BOX_ART = 'https://s3.amazonaws.com/**'
const FIRST_PAGE = FILMS.slice(0, PAGE_SIZE)

test('a film without an image has a drawn cover with its title and spine', async ({ page }) => {
  await page.goto('/')
  await expect(homePage(page).cards).toHaveCount(PAGE_SIZE)
  const covers = await homePage(page).cards.evaluateAll((cards) =>
    cards.map((card) => {
      // A card far away is in the document, but has no layout until it comes near the window.
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

test('a loaded image lies over the drawn cover and below the spine plate', async ({ page }) => {
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
    await plate.scrollIntoViewIfNeeded()
    const [frame, art, plateBox] = await Promise.all([
      homePage(page).panelButton(title).boundingBox(),
      image.boundingBox(),
      plate.boundingBox(),
    ])
    expect(art).toEqual(frame)
    expect(right(plateBox)).toBeCloseTo(right(frame), 0)
    expect(bottom(plateBox)).toBeCloseTo(bottom(frame), 0)
    expect(await topmostAt(page, plateBox), 'the plate lies over the image').toBe(String(spine))
  }
})

test('a card requests the smaller image first and the stored one if that is missing', async ({ page }) => {
  const requested: string[] = []
  await page.route(BOX_ART, (route) => {
    const url = route.request().url()
    requested.push(url)
    return url.includes('_medium.')
      ? route.abort()
      : route.fulfill({ contentType: 'image/svg+xml', body: ART })
  })
  await page.goto('/')
  const film = FIRST_PAGE.find(({ box_art_url }) => box_art_url?.includes('_large.'))
  if (!film?.box_art_url) throw new Error('No film of the first page has a large image.')
  await expect(homePage(page).card(film.title).locator('img')).toHaveCSS('opacity', '1')
  expect(requested).toContain(film.box_art_url.replace('_large.', '_medium.'))
  expect(requested).toContain(film.box_art_url)
})

test('image requests have no Referer header', async ({ page }) => {
  const referrers: (string | undefined)[] = []
  await page.route(BOX_ART, (route) => {
    referrers.push(route.request().headers().referer)
    return route.abort()
  })
  await page.goto('/')
  await expect.poll(() => referrers.length).toBeGreaterThan(5)
  expect(new Set(referrers)).toEqual(new Set([undefined]))
})

test('a cover far down the page loads its image when it comes near the window', async ({ page }) => {
  const requested = new Set<string>()
  await page.route(BOX_ART, (route) => {
    requested.add(route.request().url())
    return route.fulfill({ contentType: 'image/svg+xml', body: ART })
  })
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/')
  await expect(homePage(page).cards).toHaveCount(PAGE_SIZE)
  await expect.poll(() => requested.size).toBeGreaterThanOrEqual(8)
  const { length } = FIRST_PAGE.filter(({ box_art_url }) => box_art_url)
  expect(requested.size).toBeLessThan(length)
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

/** Returns the text of the topmost element in the middle of a box, without buttons. */
function topmostAt(page: Page, box: Box | null): Promise<string | null | undefined> {
  if (!box) throw new Error('The element has no box.')
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
