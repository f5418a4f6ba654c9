import { FILMS, showing } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'

test('the home page states its name, the size of the catalogue and that it is not affiliated with Criterion', async ({
  page,
}) => {
  const response = await page.goto('/')
  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle('Criterion Collection Tracker')
  await expect(page.getByRole('heading', { name: 'Criterion Collection Tracker', level: 1 })).toBeVisible()
  await expect(homePage(page).search).toHaveAttribute(
    'placeholder',
    'Search by title, director, spine, or format (DVD, BD, 4K, LD)...',
  )
  await expect(page.getByRole('heading', { name: 'Track Your Criterion Collection' })).toBeVisible()
  await expect(homePage(page).status).toHaveText(showing(50, FILMS.length))
  await expect(page.getByText('The catalogue holds 1,299 films.')).toBeVisible()

  const footer = page.getByRole('contentinfo')
  await expect(footer.getByText(/not affiliated with/)).toBeVisible()
  await expect(footer.getByText(/^© \d{4} /)).toBeVisible()
  const links = footer.getByRole('navigation', { name: 'Community' }).getByRole('link')
  await expect(links).toHaveCount(4)
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(link).toHaveAttribute('href', /^https:\/\//)
  }
})

test('the banner states the size of the whole catalogue when a filter is set', async ({ page }) => {
  await page.goto('/?format=laserdisc')
  await expect(page.getByText('The catalogue holds 1,299 films.')).toBeVisible()
})

test('a card shows the title, director and year below a cover with the proportions 1288 to 1600', async ({
  page,
}) => {
  await page.goto('/')
  for (const film of FILMS.slice(0, 3)) {
    const card = homePage(page).card(film.title)
    await expect(card.getByRole('heading', { name: film.title })).toBeVisible()
    await expect(card.getByRole('paragraph').filter({ hasText: film.director }).last()).toContainText(
      `${film.year}`,
    )
    const cover = await homePage(page).panelButton(film.title).boundingBox()
    expect((cover?.width ?? 0) / (cover?.height ?? 1)).toBeCloseTo(1288 / 1600, 2)
  }
})

test('the action panel appears when the mouse enters the cover and disappears when it leaves', async ({
  page,
}) => {
  await page.goto('/')
  const wishlist = homePage(page).card('Amarcord').getByRole('button', { name: 'Wishlist' })
  await homePage(page).card('Amarcord').scrollIntoViewIfNeeded()
  await homePage(page).panelButton('Amarcord').hover()
  await expect(wishlist).toBeVisible()
  await page.mouse.move(5, 5)
  await expect(wishlist).toBeHidden()
})
