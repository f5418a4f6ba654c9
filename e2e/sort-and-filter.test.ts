import type { Format } from '../domain/formats.ts'
import { type CatalogueFilm, FILMS, PAGE_SIZE, showingFirstPage } from './catalogue.ts'
import { expect, test } from './fixtures.ts'
import { captionOf, captions, home } from './home.ts'
import { scrollUntil } from './scroll.ts'

// The root collation of Unicode, as the catalogue is sorted.
const { compare } = new Intl.Collator('und')
const bySpine = (one: CatalogueFilm, other: CatalogueFilm) => one.spine - other.spine

const SORTS: { value: string; label: string; order: (one: CatalogueFilm, other: CatalogueFilm) => number }[] =
  [
    { value: 'spine', label: 'Spine #', order: bySpine },
    { value: 'title', label: 'Title', order: (one, other) => compare(one.title, other.title) },
    { value: 'year', label: 'Year', order: (one, other) => (one.year ?? 9999) - (other.year ?? 9999) },
    { value: 'director', label: 'Director', order: (one, other) => compare(one.director, other.director) },
    // A film without a country comes last.
    {
      value: 'country',
      label: 'Country',
      order: (one, other) => compare(one.country ?? '\uffff', other.country ?? '\uffff'),
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
  test(`sorted by ${sort.label}, each format shows its films in that order`, async ({ page, baseURL }) => {
    const { status, ...controls } = home(page)
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
        // The defaults leave the address clean.
        ...(sort.value === 'spine' ? {} : { sort: sort.value }),
        ...(filter.value === 'all' ? {} : { format: filter.value }),
      })
      expect(address.origin + address.pathname).toBe(`${baseURL}/`)
    }
  })
}

test('the order goes on over the pages, with each film once', async ({ page }) => {
  const films = FILMS.filter((film) => film.bluray_4k).toSorted(
    (one, other) => compare(one.director, other.director) || bySpine(one, other),
  )
  await page.goto('/?sort=director&format=4k')
  await expect(home(page).status).toHaveText(showingFirstPage(films))
  await scrollUntil(page, films.length)
  expect(await captions(page)).toEqual(films.map(captionOf))
})

test('the lists offer what there is to choose', async ({ page }) => {
  await page.goto('/')
  const { sort, format } = home(page)
  await expect(sort.getByRole('option')).toHaveText(SORTS.map(({ label }) => label))
  await expect(sort).toHaveValue('spine')
  await expect(format.getByRole('option')).toHaveText(FILTERS.map(({ label }) => label))
  await expect(format).toHaveValue('all')
})
