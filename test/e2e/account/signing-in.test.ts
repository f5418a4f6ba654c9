import type { Page } from '@playwright/test'
import { FORMATS } from '../../../domain/film/formats.ts'
import { additionText } from '../../../web/features/tracking/marks/mark-texts.ts'
import { accountForm, header, signInWithForm, signUpWithForm, toast } from '../support/account-ui.ts'
import { FILMS } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage, openPanel } from '../support/home-page.ts'
import { type Person, signUp } from '../support/people.ts'

test('an action that needs an account asks a visitor to sign in', async ({ page }) => {
  await page.goto('/')
  const card = await openPanel(page, 'Grand Illusion')
  const dialog = page.getByRole('dialog', { name: 'Sign In Required', exact: true })
  for (const action of ['Claim Title', 'Wishlist', 'Mark Watched']) {
    const button = card.getByRole('button', { name: action, exact: true })
    await button.click()
    await expect(dialog).toBeVisible()
    await expect(dialog).toHaveAccessibleDescription(
      'You need to sign up or log in to start tracking your collection.',
    )
    await expect(dialog.locator(':is(button, a):visible')).toHaveText(['Cancel', 'Sign In / Sign Up'])
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(button, 'the focus returns').toBeFocused()
    await expect(page).toHaveURL('/')
  }
  await card.getByRole('button', { name: 'Wishlist', exact: true }).click()
  await dialog.getByRole('link', { name: 'Sign In / Sign Up', exact: true }).click()
  await expect(page).toHaveURL('/auth')
  await expect(dialog).toBeHidden()
})

test('a click outside the sign-in dialog closes it', async ({ page }) => {
  await page.goto('/')
  const card = await openPanel(page, 'Grand Illusion')
  await card.getByRole('button', { name: 'Wishlist' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.mouse.click(20, 20)
  await expect(page.getByRole('dialog')).toBeHidden()
})

for (const [name, address, heading] of [
  ['Sign In', '/auth', 'Welcome back'],
  ['Get Started', '/auth?tab=sign-up', 'Start your collection'],
] as const) {
  test(`the link ${name} opens the sign-in page`, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(address)
    await expect(page).toHaveTitle(/^Sign in · /)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Criterion Collection Tracker' }).click()
    await expect(page).toHaveURL('/')
    await expect(homePage(page).status).toBeVisible()
  })
}

test('the sign-in page opens at its address', async ({ page }) => {
  const response = await page.goto('/auth')
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('the address selects the sign-in or the sign-up tab, also without JavaScript', async ({
  page,
  newVisitor,
  problems,
}) => {
  problems.expect(/^failed request: csp .*\.js$/)
  const { signInTab, signUpTab, username } = accountForm(page)
  await page.goto('/auth?tab=sign-up&next=%2Fanna')
  await expect(username).toBeVisible()
  await signInTab.click()
  await expect(page).toHaveURL('/auth?next=%2Fanna')
  await signUpTab.click()
  await expect(page).toHaveURL('/auth?next=%2Fanna&tab=sign-up')
  await page.reload()
  await expect(username).toBeVisible()

  const plain = await newVisitor({ javaScriptEnabled: false })
  await plain.goto('/')
  await plain.getByRole('link', { name: 'Get Started' }).click()
  await expect(plain.getByRole('heading', { name: 'Start your collection', level: 1 })).toBeVisible()
})

test('the mark that a visitor signs in for is made once', async ({ page, server }) => {
  const person = await signUp(server.url, 'wisher')
  await page.goto('/?q=samurai')
  await askFor(page, 'Seven Samurai', 'Wishlist')
  await signInWithForm(page, `${person.username}@example.org`)
  await expect(toast(page, additionText('wishlist'))).toContainText('Seven Samurai')
  await expect(page).toHaveURL('/?q=samurai')
  const card = await openPanel(page, 'Seven Samurai')
  await expect(card.getByRole('button', { name: 'Remove From Wishlist' })).toBeVisible()
  await expect.poll(() => countListed(person, 'user_wishlist')).toBe(1)

  await card.getByRole('button', { name: 'Remove From Wishlist' }).click()
  await expect.poll(() => countListed(person, 'user_wishlist')).toBe(0)
  await header(page).signOut.click()
  await header(page).signIn.click()
  await signInWithForm(page, `${person.username}@example.org`)
  await expect(header(page).myProfile).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox').first()).toBeEnabled()
  expect(await countListed(person, 'user_wishlist')).toBe(0)
})

test('a sign-up makes the requested mark, and a claim ticks the only format', async ({
  page,
  newVisitor,
}) => {
  const only = FILMS.slice(0, 50).find((film) => FORMATS.filter((format) => film[format]).length === 1)
  const [format] = FORMATS.filter((format) => only?.[format])
  if (!only || !format) throw new Error('No film on the first page has one format.')
  for (const [visitor, title, action, message] of [
    [page, 'Amarcord', 'Mark Watched', additionText('watched')],
    [await newVisitor(), only.title, 'Claim Title', additionText(format)],
  ] as const) {
    await visitor.goto('/')
    await askFor(visitor, title, action)
    await accountForm(visitor).signUpTab.click()
    await signUpWithForm(visitor)
    await expect(toast(visitor, message)).toContainText(title)
    await expect(header(visitor).myProfile).toBeVisible()
  }
})

test('a requested mark is forgotten if the visitor leaves the sign-in page', async ({ page, server }) => {
  const person = await signUp(server.url, 'leaver')
  await page.goto('/')
  await askFor(page, 'Amarcord', 'Wishlist')
  await page.goBack()
  await header(page).signIn.click()
  await signInWithForm(page, `${person.username}@example.org`)
  await expect(page.getByRole('checkbox').first()).toBeEnabled()
  await expect(toast(page, additionText('wishlist'))).toHaveCount(0)
  expect(await countListed(person, 'user_wishlist')).toBe(0)
})

async function askFor(page: Page, title: string, action: string): Promise<void> {
  const card = await openPanel(page, title)
  await card.getByRole('button', { name: action, exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Sign In / Sign Up' }).click()
  await expect(accountForm(page).signInTab).toBeVisible()
}

async function countListed({ client, session }: Person, list: 'user_wishlist'): Promise<number | null> {
  const { count } = await client
    .from(list)
    .select('film_id', { count: 'exact', head: true })
    .eq('user_id', session.user.id)
  return count
}

test('on a site that sends no mails, a link of the operator lets a person choose a new password', async ({
  page,
  server,
}) => {
  const { username } = await signUp(server.url, 'forgetful')
  await page.goto(await server.passwordLink(username))
  await expect(page.getByRole('heading', { name: 'Choose a new password', level: 1 })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('another horse battery')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(toast(page, 'Password changed')).toBeVisible()
  await header(page).signOut.click()
  await expect(header(page).signIn).toBeVisible()
  await page.goto('/auth')
  await signInWithForm(page, `${username}@example.org`, 'another horse battery')
  await expect(toast(page, 'Welcome back')).toContainText('Successfully signed in')
})
