import { FILMS } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { openLinks, openPanel, waitForAnimations } from '../support/home-page.ts'

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16"/></svg>'

// One with what the catalogue knows, and one whose title has to be put into addresses with care.
const STORED = FILMS.find((film) => film.product_url && film.imdb_link && film.letterboxd_link)
const AWKWARD = '8½'

/** The pages that lead to a film, as DESIGN §8 and the issue name them; each where the file has no address. */
const SEARCHES: [
  site: string,
  column:
    | 'product_url'
    | 'imdb_link'
    | 'letterboxd_link'
    | 'wikipedia_link'
    | 'bluray_com_link'
    | 'amazon_link'
    | 'ebay_link',
  host: RegExp,
  text: (title: string) => string,
][] = [
  ['Criterion', 'product_url', /(^|\.)criterion\.com$/, (title) => title],
  ['IMDb', 'imdb_link', /(^|\.)imdb\.com$/, (title) => title],
  ['Letterboxd', 'letterboxd_link', /^(letterboxd\.com|boxd\.it)$/, (title) => title],
  ['Wikipedia', 'wikipedia_link', /(^|\.)wikipedia\.org$/, (title) => title],
  ['Blu-ray.com', 'bluray_com_link', /(^|\.)blu-ray\.com$/, (title) => title],
  ['Amazon', 'amazon_link', /(^|\.)amazon\.com$/, (title) => `Criterion Collection ${title}`],
  ['eBay', 'ebay_link', /(^|\.)ebay\.com$/, (title) => `Criterion Collection ${title}`],
]

for (const film of [STORED, FILMS.find(({ title }) => title === AWKWARD)]) {
  test(`More Info on ${film?.title} leads to the stored pages, or to searches for the title`, async ({
    page,
  }) => {
    if (!film) throw new Error('The catalogue lacks the film.')
    await page.goto(`/?q=${film.spine}+${encodeURIComponent(film.title)}`)
    const card = await openLinks(page, film.title)
    const links = card.getByRole('link')
    await expect(links).toHaveCount(SEARCHES.length)
    for (const [site, column, host, text] of SEARCHES) {
      const link = card.getByRole('link', { name: site, exact: true })
      await expect(link).toBeVisible()
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
      const href = (await link.getAttribute('href')) ?? ''
      const stored = film[column]
      expect(new URL(href).protocol).toBe('https:')
      expect(new URL(href).hostname).toMatch(host)
      if (stored) expect(href).toBe(new URL(stored).href)
      else expect(decodeURIComponent(href.replaceAll('+', ' '))).toContain(text(film.title))
    }
  })
}

test('an outside page opens in a tab of its own, without a hold on this one', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/^request to an outside host: document https:\/\//)
  const asked: Record<string, string>[] = []
  await context.route(/^https:\/\/(www\.)?(imdb\.com)/, (route) => {
    asked.push(route.request().headers())
    return route.fulfill({
      contentType: 'text/html',
      body: '<title>Outside</title><link rel="icon" href="data:,">',
    })
  })
  await page.goto('/')
  const card = await openLinks(page, 'Grand Illusion')
  const opened = context.waitForEvent('page')
  await card.getByRole('link', { name: 'IMDb' }).click()
  const outside = await opened
  await expect(outside).toHaveTitle('Outside')
  expect(await outside.evaluate(() => window.opener)).toBeNull()
  expect(asked[0]).not.toHaveProperty('referer')
  await expect(page).toHaveURL('/')
})

test('a site without a favicon shows a letter, one with it its icon', async ({ page }) => {
  const asked: string[] = []
  await page.route('https://icons.duckduckgo.com/**', (route) => {
    asked.push(route.request().url())
    return route.request().url().includes('imdb')
      ? route.fulfill({ contentType: 'image/svg+xml', body: ICON })
      : route.abort()
  })
  await page.goto('/')
  const card = await openPanel(page, 'Grand Illusion')
  expect(asked, 'only when the links are looked at').toEqual([])
  await card.getByRole('button', { name: 'More Info' }).click()
  await waitForAnimations(card)

  const letterboxd = card.getByRole('link', { name: 'Letterboxd' })
  await expect(letterboxd.getByText('L', { exact: true })).toBeVisible()
  await expect(letterboxd.locator('img')).toHaveCSS('opacity', '0')
  await expect(letterboxd.getByText('L', { exact: true })).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)')
  const imdb = card.getByRole('link', { name: 'IMDb' })
  await expect(imdb.locator('img')).toHaveCSS('opacity', '1')
  await expect(imdb.getByText('I', { exact: true })).toHaveCSS('color', 'rgba(0, 0, 0, 0)')
  expect(asked).toHaveLength(7)
})
