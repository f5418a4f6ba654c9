import { type CatalogueFilm, FILMS, PAGE_SIZE, showingFirstPage } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { captionOf, captions, homePage } from '../support/home-page.ts'

/** Returns the films whose title, director, spine or aliases contain all texts, without regard to case and accents. */
function having(...texts: string[]): CatalogueFilm[] {
  return FILMS.filter((film) => {
    const all = `${film.title} ${film.director} ${film.spine} ${film.aliases}`
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
    return texts.every((text) => all.includes(text))
  })
}

/** Returns the films in the order of how well they match a text. */
function best(text: string, films: CatalogueFilm[]): CatalogueFilm[] {
  const plain = (value: string) => value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain(text)
    .split(/\s+/)
    .filter((word) => !/^(ld|laserdisc|dvd|bd|uhd|4k)$/.test(word))
  function rank({ title, director, spine, aliases }: CatalogueFilm): number {
    if (words.includes(String(spine))) return 0
    if (plain(title).startsWith(words.join(' '))) return 1
    const whole = plain(`${title} ${director} ${spine} ${aliases}`).split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => whole.includes(word)) ? 2 : 3
  }
  return films.toSorted((one, other) => rank(one) - rank(other) || one.spine - other.spine)
}

const titled = (...titles: string[]) => FILMS.filter(({ title }) => titles.includes(title))

const FOUND: { text: string; because: string; films: CatalogueFilm[] }[] = [
  { text: 'ozu', because: 'without its accents', films: having('ozu') },
  { text: 'Ōzu', because: 'with accents', films: having('ozu') },
  { text: 'KUROSAWA', because: 'in capitals', films: having('kurosawa') },
  { text: 'jiri menzel', because: 'a Czech name without its signs', films: having('jiri', 'menzel') },
  { text: '8 1/2', because: 'a fraction as it is typed', films: titled('8½') },
  { text: 'fellini 8½', because: 'words in the director and in the title', films: titled('8½') },
  {
    text: 'kurosawa 4k',
    because: 'a name and a format',
    films: having('kurosawa').filter((film) => film.bluray_4k),
  },
  {
    text: 'laserdisc hitchcock',
    because: 'a format and a name',
    films: having('hitchcock').filter((film) => film.laserdisc),
  },
  {
    text: 'bd uhd godard',
    because: 'two formats and a name',
    films: having('godard').filter((film) => film.bluray && film.bluray_4k),
  },
  { text: 'ld', because: 'the keyword alone', films: FILMS.filter((film) => film.laserdisc) },
  { text: 'world', because: 'a word that ends with a format keyword', films: having('world') },
  { text: 'la grande illusion', because: 'another title of the film', films: titled('Grand Illusion') },
  { text: 'tt6725014', because: 'another id at IMDb', films: titled('Scenes from a Marriage') },
  { text: '1299', because: 'a spine number', films: having('1299') },
  { text: '#2', because: 'a spine by its sign', films: FILMS.filter(({ spine }) => spine === 2) },
  { text: 'spine 2', because: 'a spine by its name', films: FILMS.filter(({ spine }) => spine === 2) },
  {
    text: '7',
    because: 'the film with that spine before all films that contain the digit',
    films: having('7'),
  },
  { text: 'red', because: 'whole words before parts of words', films: having('red') },
  {
    text: '  seven   samurai ',
    because: 'words with any number of spaces',
    films: having('seven', 'samurai'),
  },
]

test('a visitor finds films by title, director, spine and format', async ({ page }) => {
  const { search, status } = homePage(page)
  await page.goto('/')
  for (const { text, because, films } of FOUND) {
    await test.step(`${text}: ${because}`, async () => {
      expect(films, 'the catalogue has such films').not.toEqual([])
      await search.fill(text)
      await expect(page).toHaveURL((address) => address.searchParams.get('q') === text.trim())
      await expect(status, because).toHaveText(showingFirstPage(films))
      await expect
        .poll(() => captions(page), { message: because })
        .toEqual(best(text.trim(), films).slice(0, PAGE_SIZE).map(captionOf))
    })
  }
})

// Each would match too much or be refused if it were read as part of a pattern or of the query language.
const LITERAL = [
  '%',
  '_',
  '*',
  '\\',
  'a%',
  '_e_',
  '"',
  '""',
  "'",
  ',',
  '(',
  ')',
  '.',
  '&',
  'a,b',
  ');--',
  '%25',
  '?q=',
  '#',
]

test('a search takes every sign literally', async ({ page }) => {
  const { search, status } = homePage(page)
  for (const sign of LITERAL) {
    const films = FILMS.filter((film) =>
      `${film.title}\n${film.director}\n${film.spine}`
        .toLowerCase()
        .replaceAll(/[’‘]/g, "'")
        .replaceAll(/[“”]/g, '"')
        .includes(sign),
    )
    await page.goto(`/?q=${encodeURIComponent(sign)}`)
    await expect(search).toHaveValue(sign)
    await expect(
      films.length > 0 ? status : page.getByText(`No films match “${sign}”.`),
      `a search for ${sign}`,
    ).toBeVisible()
    if (films.length > 0) await expect(status).toHaveText(showingFirstPage(films))
  }
})

test('a search without results shows a message and a link that clears the search', async ({ page }) => {
  const { search, format, status } = homePage(page)
  await page.goto('/?format=4k')
  await search.fill('zzz')
  await expect(page.getByText('No films match “zzz”.')).toBeVisible()
  await expect(homePage(page).cards).toHaveCount(0)
  await expect(page.getByText('Showing 0 of 0 titles')).toBeVisible()

  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(status).toHaveText(showingFirstPage(FILMS))
  await expect(search).toHaveValue('')
  await expect(format).toHaveValue('all')
  expect(new URL(page.url()).search).toBe('')
})

test('typing a word sends one request', async ({ page }) => {
  const { search, status } = homePage(page)
  await page.goto('/')
  await expect(status).toBeVisible()
  await search.focus()
  const searches: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/rest/v1/rpc/ranked_films' && request.method() === 'GET')
      searches.push(url.searchParams.get('search') ?? '')
  })
  // A controlled clock, so that a slow machine does not lengthen the time between the letters.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const letter of 'kurosawa') {
    await page.keyboard.press(letter)
    await page.clock.runFor(40)
  }
  expect(searches).toEqual([])
  await page.clock.runFor(300)
  await page.clock.resume()
  await expect(status).toHaveText(showingFirstPage(having('kurosawa')))
  expect(searches).toEqual(['like.*kurosawa*'])
  await expect(search).toBeFocused()
})

test('a slow response to an older search does not replace the results of a newer one', async ({ page }) => {
  const { search, status } = homePage(page)
  await page.goto('/')
  await expect(status).toBeVisible()
  const older = Promise.withResolvers<void>()
  const responded = Promise.withResolvers<void>()
  await page.route(/search=like\.\*bergman\*/, async (route) => {
    const response = await route.fetch()
    await older.promise
    // The page may have cancelled the request, which also satisfies the test.
    await route.fulfill({ response }).catch(() => {})
    responded.resolve()
  })
  const sent = page.waitForRequest(/bergman/)
  await search.fill('bergman')
  await sent
  await search.fill('kurosawa')
  await expect(status).toHaveText(showingFirstPage(having('kurosawa')))
  older.resolve()
  await responded.promise
  await page.waitForTimeout(300)
  await expect(status).toHaveText(showingFirstPage(having('kurosawa')))
  expect(await captions(page)).toEqual(
    best('kurosawa', having('kurosawa')).slice(0, PAGE_SIZE).map(captionOf),
  )
})

test('Enter searches at once, and the clear button empties the search box', async ({ page }) => {
  const { search, status } = homePage(page)
  await page.goto('/')
  await search.fill('varda')
  await search.press('Enter')
  await expect(status).toHaveText(showingFirstPage(having('varda')))
  await page.getByRole('button', { name: 'Clear the search box' }).click()
  await expect(status).toHaveText(showingFirstPage(FILMS))
  await expect(search).toBeFocused()
})
