import { FILMS, PAGE_SIZE, showing } from './catalogue.ts'
import { expect, test } from './fixtures.ts'
import { captionOf, captions, home } from './home.ts'
import { layoutShifts, recordLayoutShifts } from './layout-shift.ts'
import { scrollUntil } from './scroll.ts'

test('a visitor reaches the last film, page by page, and nothing moves on the way', async ({ page }) => {
  const { cards, status } = home(page)
  const requests: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/rest/v1/films') requests.push(url.searchParams.get('spine'))
  })
  await recordLayoutShifts(page)

  await page.goto('/')
  await expect(status).toHaveText(showing(PAGE_SIZE, FILMS.length))
  const texts = await scrollUntil(page, FILMS.length)

  expect(texts).toContain('Loading more films...')
  await expect(status).toHaveText(showing(FILMS.length, FILMS.length))
  expect(await captions(page)).toEqual(FILMS.map(captionOf))
  await cards.last().scrollIntoViewIfNeeded()
  await expect(cards.last().getByText('1299', { exact: true }).filter({ visible: true })).toBeVisible()
  expect(await layoutShifts(page)).toEqual([])

  await page.mouse.wheel(0, -3000)
  await page.mouse.wheel(0, 6000)
  await page.waitForTimeout(500)
  expect(requests, 'one request for each page but the first, none after the last').toEqual(
    FILMS.filter((_, index) => (index + 1) % PAGE_SIZE === 0).map(({ spine }) => `gt.${spine}`),
  )
})
