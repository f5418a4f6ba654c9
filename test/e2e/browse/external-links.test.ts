import { FILMS } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { openLinks, openPanel, waitForAnimations } from '../support/home-page.ts'

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16"/></svg>'

// A film with stored links, and one whose title needs encoding in an address.
const STORED = FILMS.find((film) => film.product_url && film.imdb_link && film.letterboxd_link)
const AWKWARD = '8½'

/** The linked sites. A search for the film contains the text if the catalogue has no link to the site. */
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
  test(`More Info on ${film?.title} links to the stored pages or to searches for the title`, async ({
    page,
  }) => {
    if (!film) throw new Error('The catalogue lacks the film.')
    await page.goto(`/?q=${film.spine}+${encodeURIComponent(film.title)}`)
    const card = await openLinks(page, film.title)
    const links = card.getByRole('listitem').getByRole('link')
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

test('a link to another site opens a new tab without an opener and without a referrer', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/^request to an outside host: document https:\/\//)
  const requested: Record<string, string>[] = []
  await context.route(/^https:\/\/(www\.)?(imdb\.com)/, (route) => {
    requested.push(route.request().headers())
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
  expect(requested[0]).not.toHaveProperty('referer')
  await expect(page).toHaveURL('/')
})

test("a link shows the site's favicon, or its first letter if the site has none", async ({ page }) => {
  const requested: string[] = []
  await page.route('https://icons.duckduckgo.com/**', (route) => {
    requested.push(route.request().url())
    return route.request().url().includes('imdb')
      ? route.fulfill({ contentType: 'image/svg+xml', body: ICON })
      : route.abort()
  })
  await page.goto('/')
  const card = await openPanel(page, 'Grand Illusion')
  expect(requested, 'no favicon is requested before the links are shown').toEqual([])
  await card.getByRole('button', { name: 'More Info' }).click()
  await waitForAnimations(card)

  const letterboxd = card.getByRole('link', { name: 'Letterboxd' })
  await expect(letterboxd.getByText('L', { exact: true })).toBeVisible()
  await expect(letterboxd.locator('img')).toHaveCSS('opacity', '0')
  await expect(letterboxd.getByText('L', { exact: true })).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)')
  const imdb = card.getByRole('link', { name: 'IMDb' })
  await expect(imdb.locator('img')).toHaveCSS('opacity', '1')
  await expect(imdb.getByText('I', { exact: true })).toHaveCSS('color', 'rgba(0, 0, 0, 0)')
  await expect.poll(() => requested.length).toBe(7)
})
