import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { showing } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** Signs a person up who owns these spines on DVD and wishes for others. */
async function collector(url: string, name: string, owned: number[], wished: number[]): Promise<Person> {
  const person = await signUp(url, name)
  const { data } = await person.client
    .from('films')
    .select('id, spine')
    .in('spine', [...owned, ...wished])
    .throwOnError()
  const idOf = (spine: number) => data.find((film) => film.spine === spine)?.id ?? 0
  await person.client
    .from('user_ownership')
    .insert(owned.map((spine) => ({ film_id: idOf(spine), owns_dvd: true, owns_bluray: spine === 2 })))
    .throwOnError()
  await person.client
    .from('user_wishlist')
    .insert(wished.map((spine) => ({ film_id: idOf(spine) })))
    .throwOnError()
  return person
}

/** Ben owns 2, 4 and 7 and wishes for 6; Anna owns 2 and 6 and wishes for 4 and 7. */
async function pair(url: string): Promise<{ anna: Person; ben: Person }> {
  const anna = await collector(url, 'anna', [2, 6], [4, 7])
  const ben = await collector(url, 'ben', [2, 4, 7], [6])
  return { anna, ben }
}

test('a visited profile leads to the comparison, where each of five numbers has its list', async ({
  page,
  server,
}) => {
  const { anna, ben } = await pair(server.url)
  await signInAs(page.context(), anna)
  await page.goto(`/${ben.username}`)
  await page.getByRole('link', { name: 'Compare with yours' }).click()
  await expect(page).toHaveURL(`/${ben.username}/with/${anna.username}`)
  await expect(page).toHaveTitle(`${ben.username} and ${anna.username} · Criterion Collection Tracker`)
  await expect(page.getByText('1 of 4 titles owned by both')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText([
    'Both own (1)',
    `Only ${ben.username} (2)`,
    `Only ${anna.username} (1)`,
    `${ben.username} wishes, ${anna.username} owns (1)`,
    `${anna.username} wishes, ${ben.username} owns (2)`,
  ])
  const { card, cards, status } = homePage(page)
  const owned = (person: Person) =>
    card('Seven Samurai').getByRole('list', { name: `${person.username} owns` })
  await expect(owned(ben)).toHaveText('DVDBD')
  await expect(owned(anna)).toHaveText('DVDBD')
  await expect(status).toHaveText(showing(1, 1))

  await tab(page, `Only ${ben.username} (2)`).click()
  await expect(page).toHaveURL(/\?tab=only_one_owns$/)
  await expect(cards).toHaveCount(2)
  await expect(card('A Night to Remember')).toBeVisible()
  await tab(page, `${anna.username} wishes, ${ben.username} owns (2)`).click()
  await expect(status).toHaveText(showing(2, 2))
  await page.reload()
  await expect(status).toHaveText(showing(2, 2))
  await page.goBack()
  await expect(page).toHaveURL(/\?tab=only_one_owns$/)

  await page.getByRole('link', { name: `${ben.username}'s Collection` }).click()
  await expect(page).toHaveURL(`/${ben.username}`)
  await page.goto(`/${anna.username}`)
  await expect(page.getByText('2 of 1,299 titles owned')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Compare with yours' }), 'not with oneself').toHaveCount(0)
})

test('the lists have the same controls as other lists: search, filters, sorts, layouts and a random film', async ({
  page,
  server,
}) => {
  const { anna, ben } = await pair(server.url)
  await page.goto(`/${ben.username}/with/${anna.username}?tab=only_one_owns`)
  const { card, cards, status } = homePage(page)
  const search = page.getByRole('searchbox', { name: 'Search the collection' })
  await expect(cards).toHaveCount(2)
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('region', { name: 'Filters' })
  await expect(panel.getByText('On this shelf'), 'the marks are the list itself').toHaveCount(0)
  await expect(panel.getByRole('checkbox', { name: /^Available on DVD/ })).toBeVisible()
  await search.fill('night')
  await expect(status).toHaveText(showing(1, 1))
  await expect(card('A Night to Remember')).toBeVisible()
  await expect(tab(page, 'Both own (0)'), 'the numbers are those of the search').toBeVisible()
  await search.fill('')
  await expect(cards).toHaveCount(2)
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await expect(page.getByRole('row', { name: 'A Night to Remember, spine 7' })).toContainText('DVD')
  await page.getByRole('link', { name: 'Title', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toHaveAccessibleName('Amarcord, spine 4')
  await page.getByRole('link', { name: 'Shelf', exact: true }).click()
  await expect(page.getByRole('link', { name: /^A Night to Remember/ })).toBeVisible()
  await page.getByRole('button', { name: 'Pick one for me' }).click()
  await expect(page).toHaveURL(/pick=[47]/)
})

test('a comparison that may not be read redirects like an unknown profile', async ({
  page,
  server,
  newVisitor,
}) => {
  const { anna, ben } = await pair(server.url)
  await anna.client
    .from('profiles')
    .update({ visibility: 'private' })
    .eq('id', anna.session.user.id)
    .throwOnError()
  const visitor = await newVisitor()
  for (const path of [
    `/${ben.username}/with/${anna.username}`,
    `/${ben.username}/with/${ben.username}`,
    `/${ben.username}/with/nobody-at-all`,
  ]) {
    await visitor.goto(path)
    await expect(visitor).toHaveURL('/')
  }
  await signInAs(page.context(), anna)
  await page.goto(`/${ben.username}/with/${anna.username}`)
  await expect(page, 'she sees her own part').toHaveURL(`/${ben.username}/with/${anna.username}`)
  await expect(page.getByText('1 of 4 titles owned by both')).toBeVisible()
  await expect(page.getByText('Only you can see this page.')).toBeVisible()
  await expect(homePage(page).card('Seven Samurai')).toBeVisible()
})

test('the comparison is accessible, fits on every screen and moves nothing', async ({
  newVisitor,
  server,
}) => {
  const { anna, ben } = await pair(server.url)
  for (const width of [1280, 768, 320]) {
    const page = await newVisitor({ viewport: { width, height: 900 } })
    await recordLayoutShifts(page)
    for (const search of ['', '?view=list', '?tab=wished_by_other&view=list']) {
      await page.goto(`/${ben.username}/with/${anna.username}${search}`)
      await expect(page.getByText('1 of 4 titles owned by both')).toBeVisible()
      await page.waitForLoadState('networkidle')
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `pixels beyond ${width} px`).toBeLessThanOrEqual(0)
      expect(await layoutShifts(page), `${search} at ${width} px`).toEqual([])
    }
  }
  const page = await newVisitor()
  for (const search of ['', '?view=list', '?view=shelf']) {
    await page.goto(`/${ben.username}/with/${anna.username}${search}`)
    await expect(page.getByText('1 of 4 titles owned by both')).toBeVisible()
    await expectAccessible(page, `a comparison ${search}`)
  }
})
