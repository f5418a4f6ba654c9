import { FILMS, PAGE_SIZE, showingFirstPage } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { captionOf, captions, homePage } from '../support/home-page.ts'

const KUROSAWA_4K = FILMS.filter((film) => film.director.includes('Kurosawa') && film.bluray_4k).toSorted(
  (one, other) => (one.year ?? 0) - (other.year ?? 0) || one.spine - other.spine,
)

test('a reload and a shared link restore the search, the sort order and the format', async ({
  page,
  newVisitor,
}) => {
  const { search, sort, format, status } = homePage(page)
  await page.goto('/')
  await search.fill('kurosawa')
  await expect(page).toHaveURL('/?q=kurosawa')
  await sort.selectOption('Year')
  await format.selectOption('4K Ultra HD')
  await expect(status).toHaveText(showingFirstPage(KUROSAWA_4K))

  await page.reload()
  await expectTheView()
  const shared = await newVisitor()
  await shared.goto(page.url())
  await expectTheView(shared)

  async function expectTheView(visitor = page) {
    const view = homePage(visitor)
    await expect(view.status).toHaveText(showingFirstPage(KUROSAWA_4K))
    await expect(view.search).toHaveValue('kurosawa')
    await expect(view.sort).toHaveValue('year')
    await expect(view.format).toHaveValue('4k')
    expect(await captions(visitor)).toEqual(KUROSAWA_4K.map(captionOf))
  }
})

test('Back and Forward step through the views, and a typed search is one step', async ({ page }) => {
  const { search, sort, format, status } = homePage(page)
  const onDisc = FILMS.filter((film) => film.laserdisc)
  await page.goto('/')
  await format.selectOption('LaserDisc')
  await expect(status).toHaveText(showingFirstPage(onDisc))
  await sort.selectOption('Title')
  await expect(page).toHaveURL(/sort=title/)

  await page.goBack()
  await expect(sort.getByRole('option', { selected: true })).toHaveText('Spine #')
  await expect.poll(() => captions(page)).toEqual(onDisc.slice(0, PAGE_SIZE).map(captionOf))
  await page.goBack()
  await expect(format).toHaveValue('all')
  await expect(status).toHaveText(showingFirstPage(FILMS))
  await page.goForward()
  await expect(status).toHaveText(showingFirstPage(onDisc))
  await page.goForward()
  await expect(sort).toHaveValue('title')

  await search.pressSequentially('war', { delay: 300 })
  await expect(page).toHaveURL(/q=war/)
  await page.goBack()
  await expect(search).toHaveValue('')
})

test('an address with invalid parameters shows the whole catalogue', async ({ page }) => {
  for (const address of [
    '/?sort=size&format=vhs',
    '/?sort=&format=',
    '/?sort=title;drop&format=4K',
    '/?q=',
    '/?sort=constructor&format=__proto__',
    '/?offset=900&limit=3',
    '/?q=%E0%A4%A&sort=%',
  ]) {
    const { sort, format, status } = homePage(page)
    await page.goto(address)
    if (!address.includes('%E0')) await expect(status, address).toHaveText(showingFirstPage(FILMS))
    // No sort is chosen.
    await expect(sort).toHaveValue('')
    await expect(format).toHaveValue('all')
  }
})

test('the page shortens an overlong search in the address', async ({ page }) => {
  await page.goto(`/?q=${'x'.repeat(3000)}`)
  await expect(page.getByText(/^No films match “x+”\.$/)).toBeVisible()
})
