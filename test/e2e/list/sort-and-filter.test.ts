import type { Format } from '../../../domain/film/formats.ts'
import { type CatalogueFilm, FILMS, PAGE_SIZE, showingFirstPage } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { captionOf, captions, homePage } from '../support/home-page.ts'
import { scrollUntil } from '../support/scroll.ts'

// The catalogue is sorted by the root collation of Unicode.
const { compare } = new Intl.Collator('und')
const bySpine = (one: CatalogueFilm, other: CatalogueFilm) => one.spine - other.spine

const SORTS: { value: string; label: string; order: (one: CatalogueFilm, other: CatalogueFilm) => number }[] =
  [
    { value: 'spine', label: 'Spine #', order: bySpine },
    { value: 'title', label: 'Title', order: (one, other) => compare(one.sort_title, other.sort_title) },
    { value: 'year', label: 'Year', order: (one, other) => (one.year ?? 9999) - (other.year ?? 9999) },
    {
      value: 'director',
      label: 'Director',
      order: (one, other) => compare(one.sort_director, other.sort_director),
    },
    // A film without a country comes last.
    {
      value: 'country',
      label: 'Country',
      order: (one, other) => compare(one.country ?? '\uffff', other.country ?? '\uffff'),
    },
    // A box set has no running time.
    {
      value: 'running_time',
      label: 'Running time',
      order: (one, other) => (one.running_time ?? 9999) - (other.running_time ?? 9999),
    },
  ]

const FILTERS: { value: string; label: string; format?: Format }[] = [
  { value: 'all', label: 'All Formats' },
  { value: 'laserdisc', label: 'LaserDisc', format: 'laserdisc' },
  { value: 'dvd', label: 'DVD', format: 'dvd' },
  { value: 'bluray', label: 'Blu-ray', format: 'bluray' },
  { value: '4k', label: '4K Ultra HD', format: 'bluray_4k' },
]

for (const sort of SORTS) {
  test(`sorting by ${sort.label} orders the films of each format`, async ({ page, baseURL }) => {
    const { status, ...controls } = homePage(page)
    await page.goto('/')
    await controls.sort.selectOption({ label: sort.label })
    for (const filter of FILTERS) {
      const { format } = filter
      const films = FILMS.filter((film) => !format || film[format]).toSorted(
        (one, other) => sort.order(one, other) || bySpine(one, other),
      )
      await controls.format.selectOption({ label: filter.label })
      await expect(status).toHaveText(showingFirstPage(films))
      await expect.poll(() => captions(page)).toEqual(films.slice(0, PAGE_SIZE).map(captionOf))

      const address = new URL(page.url())
      expect(Object.fromEntries(address.searchParams)).toEqual({
        // The address does not contain the defaults.
        ...(sort.value === 'spine' ? {} : { sort: sort.value }),
        ...(filter.value === 'all' ? {} : { format: filter.value }),
      })
      expect(address.origin + address.pathname).toBe(`${baseURL}/`)
    }
  })
}

test('a sort order continues over the pages with each film once', async ({ page }) => {
  const films = FILMS.filter((film) => film.bluray_4k).toSorted(
    (one, other) => compare(one.sort_director, other.sort_director) || bySpine(one, other),
  )
  await page.goto('/?sort=director&format=4k')
  await expect(homePage(page).status).toHaveText(showingFirstPage(films))
  await scrollUntil(page, films.length)
  expect(await captions(page)).toEqual(films.map(captionOf))
})

test('the lists of sorts and formats offer every choice', async ({ page }) => {
  await page.goto('/')
  const { sort, format } = homePage(page)
  await expect(sort.getByRole('option')).toHaveText(SORTS.map(({ label }) => label))
  await expect(sort.locator(':checked')).toHaveText('Spine #')
  await expect(format.getByRole('option')).toHaveText(FILTERS.map(({ label }) => label))
  await expect(format).toHaveValue('all')
})

test('a search shows the best match first until a person chooses a sort', async ({ page }) => {
  const { search, sort, status } = homePage(page)
  await page.goto('/?q=the%20red')
  const chosen = sort.locator(':checked')
  await expect(sort.getByRole('option')).toHaveText(['Best match', ...SORTS.map(({ label }) => label)])
  await expect(chosen).toHaveText('Best match')
  const films = FILMS.filter(({ title, director, spine }) => {
    const text = `${title} ${director} ${spine}`.toLowerCase()
    return text.includes('the') && text.includes('red')
  }).toSorted(bySpine)
  const begins = films.filter(({ title }) => title.startsWith('The Red'))
  await expect(status).toHaveText(showingFirstPage(films))
  expect((await captions(page)).slice(0, begins.length)).toEqual(begins.map(captionOf))
  expect(await captions(page)).not.toEqual(films.map(captionOf))

  await sort.selectOption({ label: 'Spine #' })
  await expect.poll(() => captions(page)).toEqual(films.map(captionOf))
  expect(new URL(page.url()).searchParams.get('sort')).toBe('spine')
  await page.reload()
  await expect(chosen).toHaveText('Spine #')

  await sort.selectOption({ label: 'Best match' })
  await expect.poll(() => captions(page)).not.toEqual(films.map(captionOf))
  expect(new URL(page.url()).search).toBe('?q=the+red')

  await search.fill('')
  await expect(chosen).toHaveText('Spine #')
  await expect(sort.getByRole('option')).toHaveText(SORTS.map(({ label }) => label))
})

test('the best matches continue over the pages with each film once', async ({ page }) => {
  const films = FILMS.filter(({ title, director, aliases }) =>
    `${title} ${director} ${aliases}`.toLowerCase().includes('the'),
  )
  expect(films.length).toBeGreaterThan(2 * PAGE_SIZE)
  await page.goto('/?q=the')
  await scrollUntil(page, films.length)
  const shown = await captions(page)
  expect(shown.toSorted()).toEqual(films.map(captionOf).toSorted())
  expect(shown[0]).toMatch(/^The /)
})

test('without JavaScript, a search shows the best matches first and continues on the next page', async ({
  newVisitor,
  problems,
}) => {
  problems.expect(/before-paint/)
  const page = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/')
  await homePage(page).search.fill('the')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(homePage(page).sort.locator(':checked')).toHaveText('Best match')
  // The cards come after the toolbar in the HTML.
  await expect(homePage(page).cards).toHaveCount(PAGE_SIZE)
  const first = await captions(page)
  expect(first[0]).toMatch(/^The /)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText(/, those after spine \d+$/)).toBeVisible()
  await expect(homePage(page).cards).toHaveCount(PAGE_SIZE)
  const second = await captions(page)
  expect(new Set([...first, ...second]).size).toBe(2 * PAGE_SIZE)
})
