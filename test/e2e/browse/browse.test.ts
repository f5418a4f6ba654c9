import { FORMAT_LABELS, FORMATS } from '../../../domain/film/formats.ts'
import { FILMS, PAGE_SIZE, showing } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { captionOf, captions, homePage } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { signInAs, signUp } from '../support/people.ts'
import { scrollUntil } from '../support/scroll.ts'

test('a card shows a visitor the released formats and marks those out of print', async ({ page, server }) => {
  const expected = FILMS.slice(0, PAGE_SIZE).map((film) =>
    FORMATS.filter((format) => film[format]).map((format) =>
      film[`${format}_oop`] ? `${FORMAT_LABELS[format]} OOP` : FORMAT_LABELS[format],
    ),
  )
  expect(expected.flat().filter((text) => text.endsWith('OOP')).length).toBeGreaterThan(10)
  await page.goto('/')
  const released = page.getByRole('list', { name: 'Formats released' })
  const shown = () =>
    released.evaluateAll((lists) =>
      lists.map((list) => [...list.querySelectorAll('li')].map((item) => item.textContent)),
    )
  await expect.poll(shown).toEqual(expected.filter((formats) => formats.length > 0))

  await signInAs(page.context(), await signUp(server.url, 'formats'))
  await page.reload()
  await expect(page.getByRole('checkbox').first()).toBeEnabled()
  await expect(released, 'a signed-in person has checkboxes instead').toHaveCount(0)
})

test('scrolling loads each page once, down to the last film, without a layout shift', {
  tag: '@long',
}, async ({ page }) => {
  const { cards, status } = homePage(page)
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
