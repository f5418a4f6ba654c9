import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'

/** A4 without margins of a centimetre and a half, in pixels. */
const PAPER = { width: 680, height: 1009 }
const CONTROLS = ['button', 'searchbox', 'radio', 'checkbox', 'textbox', 'contentinfo'] as const

/** Owns the films of the first spines and wishes for some that follow. */
async function collector(url: string, name: string, owned: number): Promise<Person> {
  const person = await signUp(url, name)
  const { data } = await person.client
    .from('films')
    .select('id')
    .order('spine')
    .limit(owned + 20)
    .throwOnError()
  await person.client
    .from('user_ownership')
    .insert(
      data.slice(0, owned).map(({ id }, index) => ({
        film_id: id,
        owns_dvd: true,
        owns_bluray: index % 2 === 0,
        owns_laserdisc: index % 6 === 0,
        owns_bluray_4k: index % 6 === 0,
      })),
    )
    .throwOnError()
  await person.client
    .from('user_wishlist')
    .insert(data.slice(owned).map(({ id }) => ({ film_id: id })))
    .throwOnError()
  return person
}

/** What is wider than the paper, and what of it is cut off. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    return [...document.querySelectorAll('main *')]
      .filter((element) => isShown(element) && element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120))
  })
}

test('profile, progress, shopping and comparison fit on paper, without controls and in light colours', async ({
  page,
  server,
}) => {
  const person = await collector(server.url, 'paper', 30)
  const other = await collector(server.url, 'other', 40)
  await signInAs(page.context(), person)
  for (const [path, shown, pages] of [
    [`/${other.username}`, '40 of 1,299 titles owned', 2],
    [`/${other.username}?view=list`, '40 of 1,299 titles owned', 2],
    [`/${person.username}/progress`, '30 of 1,299 titles owned', 7],
    ['/account/shopping', 'What to buy', 1],
    [`/${other.username}/with/${person.username}`, '30 of 40 titles owned by both', 2],
    [`/${other.username}/with/${person.username}?view=list`, '30 of 40 titles owned by both', 3],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await page.goto(path)
    await expect(page.getByText(shown).first(), path).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.setViewportSize(PAPER)
    expect(await cutOff(page), path).toEqual([])
    for (const control of CONTROLS)
      await expect(page.getByRole(control).filter({ visible: true }), `${control} on ${path}`).toHaveCount(0)
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    expect(ground, path).toBe('rgb(246, 243, 236)')
    const margin = '1.5cm'
    const pdf = await page.pdf({
      format: 'A4',
      margin: { top: margin, bottom: margin, left: margin, right: margin },
    })
    const sheets = pdf.toString('latin1').match(/\/Type ?\/Page\b/g)
    expect(sheets?.length, `sheets of ${path}`).toBeLessThanOrEqual(pages)
  }
  await expect(page.getByRole('tab').filter({ visible: true }), 'all numbers of a comparison').toHaveCount(5)
})
