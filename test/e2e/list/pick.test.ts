import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { FILMS } from '../support/catalogue.ts'
import { holdConnectionChecks } from '../support/connection-checks.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { signInAs, signUp } from '../support/people.ts'

const VARDA = 'director=Agn%C3%A8s+Varda'
const films = FILMS.filter(({ director }) => director.includes('Agnès Varda'))
/** A browser without scripts reports that it does not load this one. */
const BLOCKED_SCRIPT = /failed request: csp .*before-paint\.js$/

function parts(page: Page) {
  const dialog = page.locator('dialog')
  return {
    dialog,
    pick: page.getByRole('button', { name: 'Pick one for me' }),
    another: dialog.getByRole('button', { name: 'Another one' }),
    title: dialog.getByRole('heading'),
    close: dialog.getByRole('link', { name: 'Close' }),
    picked: () => new URL(page.url()).searchParams.get('pick'),
  }
}

/** Waits until another film is shown, and returns its spine. */
async function next(page: Page, before: string | null): Promise<string | null> {
  const { picked, title } = parts(page)
  await expect.poll(picked).not.toBe(before)
  const film = films.find(({ spine }) => String(spine) === picked())
  await expect(title).toHaveText(film?.title ?? 'a film of the list')
  return picked()
}

test('a film that is picked after the person has left the list is dropped', async ({ page }) => {
  await page.goto(`/?${VARDA}`)
  const { pick, dialog } = parts(page)
  const released = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/\/rest\/v1\//)
  await page.route(/\/rest\/v1\//, async (route) => {
    await released.promise
    await route.continue()
  })
  await pick.click()
  await asked
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/')
  released.resolve()
  await expect(pick).toBeEnabled()
  await expect(homePage(page).status).toHaveText(/of 1,299 titles/)
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/')
})

test('no film is picked twice before every film of the list has been picked', async ({ page }) => {
  await page.goto(`/?${VARDA}`)
  const { pick, another, dialog } = parts(page)
  await pick.click()
  const seen = [await next(page, null)]
  await expect(dialog).toContainText(`Out of ${films.length} titles`)
  while (seen.length < films.length) {
    await another.click()
    seen.push(await next(page, seen.at(-1) ?? null))
    if (seen.length === 3) await page.reload()
  }
  expect(new Set(seen).size).toBe(films.length)
  expect(seen.toSorted()).toEqual(films.map(({ spine }) => String(spine)).toSorted())
  await another.click()
  expect(seen).toContain(await next(page, seen.at(-1) ?? null))
})

test('the picked film is in the address, also for a visitor without a script', async ({
  page,
  newVisitor,
  problems,
}) => {
  problems.expect(BLOCKED_SCRIPT)
  await page.goto(`/?view=list&${VARDA}`)
  const { pick, dialog, close, title } = parts(page)
  await pick.click()
  await next(page, null)
  const [address, name] = [page.url(), await title.innerText()]
  const reader = await newVisitor({ javaScriptEnabled: false })
  await reader.goto(address)
  const there = parts(reader)
  await expect(there.title).toHaveText(name)
  await expect(there.dialog).toContainText(`Out of ${films.length} titles`)
  await expect(there.another).toHaveCount(0)
  await there.close.click()
  await expect(there.dialog).toBeHidden()
  await expect(reader).toHaveURL(`/?view=list&${VARDA}`)

  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/?view=list&${VARDA}`)
  await page.goForward()
  await expect(title).toHaveText(name)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/?view=list&${VARDA}`)
  await page.goto(address)
  await close.click()
  await expect(page).toHaveURL(`/?view=list&${VARDA}`)
  await expect(dialog).toBeHidden()
  await expect(pick).toBeVisible()
  await page.goto(address)
  await dialog.getByRole('link', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('the dialog has the focus, and gives it back', async ({ page }) => {
  await page.goto(`/?${VARDA}`)
  const { pick, dialog } = parts(page)
  await pick.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('link', { name: 'Open' })).toBeFocused()
  for (let n = 0; n < 5; n++) {
    await page.keyboard.press('Tab')
    // Between the last and the first control the focus is outside the page.
    await expect(page.locator(':focus').and(page.locator(':not(dialog *)'))).toHaveCount(0)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(pick).toBeFocused()
})

test('a list without films has nothing to pick, and says why', async ({ page }) => {
  await page.goto('/?q=zzz&format=laserdisc&inprint=1')
  await expect(page.getByText('Showing 0 of 0 titles')).toBeVisible()
  const { pick, dialog, title } = parts(page)
  await pick.click()
  await expect(title).toHaveText('There is nothing to pick.')
  await expect(dialog).toContainText('No title is all of this: “zzz”, LaserDisc, In print.')
  await dialog.getByRole('button', { name: 'Back to the list' }).click()
  await expect(dialog).toBeHidden()
})

test('the dialog reports a spine that does not exist and a list that cannot be read', async ({
  page,
  problems,
}) => {
  problems.expect(/\/rest\/v1\/rpc\/ranked_films/)
  await page.goto(`/?${VARDA}&pick=99999`)
  const { dialog, title, pick, close } = parts(page)
  await expect(title).toHaveText('There is no spine 99999.')
  await close.click()
  await holdConnectionChecks(page)
  await page.route('**/rest/v1/**select=id*', (route) => route.abort('connectionrefused'))
  await pick.click()
  await expect(dialog).toContainText('The list could not be read.')
  await page.unroute('**/rest/v1/**select=id*')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await next(page, null)
})

test('no watched film is picked from the films that a person has not watched', async ({ page, server }) => {
  const person = await signUp(server.url, 'tonight')
  const { data = [] } = await person.client
    .from('films')
    .select('id, spine')
    .like('director', '%Agnès Varda%')
  const [unwatched, ...watched] = data ?? []
  await person.client
    .from('user_watched')
    .insert(watched.map(({ id }) => ({ user_id: person.session.user.id, film_id: id })))
    .throwOnError()
  await person.client
    .from('user_ownership')
    .insert({ user_id: person.session.user.id, film_id: unwatched?.id ?? 0, owns_dvd: true })
    .throwOnError()
  await signInAs(page.context(), person)
  for (const address of [`/?${VARDA}&mine=unwatched`, `/${person.username}?${VARDA}&mine=unwatched`]) {
    await page.goto(address)
    const { pick, dialog, picked, another } = parts(page)
    await pick.click()
    await expect.poll(picked).toBe(String(unwatched?.spine))
    await expect(dialog).toContainText('The only title')
    await expect(dialog).toContainText('On your shelf. You have not watched it yet.')
    await expect(another).toHaveCount(0)
  }
})

test('on a phone the picked film fits, and is accessible', async ({ page }) => {
  await page.goto(`/?${VARDA}&pick=73`)
  await expect(parts(page).title).toHaveText('Cléo from 5 to 7')
  await expectAccessible(page, 'the picked film')
  await page.goto('/?q=zzz')
  await expect(homePage(page).cards).toHaveCount(0)
  await parts(page).pick.click()
  await expectAccessible(page, 'nothing to pick')
})
