import { expect, test } from './fixtures.ts'
import { home, openPanel } from './home.ts'

test('what needs an account asks a visitor to sign in', async ({ page }) => {
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
    await expect(button, 'the focus is back').toBeFocused()
    await expect(page).toHaveURL('/')
  }
  await card.getByRole('button', { name: 'Wishlist', exact: true }).click()
  await dialog.getByRole('link', { name: 'Sign In / Sign Up', exact: true }).click()
  await expect(page).toHaveURL('/auth')
  await expect(dialog).toBeHidden()
})

test('a press beside the dialog closes it', async ({ page }) => {
  await page.goto('/')
  const card = await openPanel(page, 'Grand Illusion')
  await card.getByRole('button', { name: 'Wishlist' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.mouse.click(20, 20)
  await expect(page.getByRole('dialog')).toBeHidden()
})

for (const name of ['Sign In', 'Get Started']) {
  test(`${name} leads to the page for accounts`, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL('/auth')
    await expect(page).toHaveTitle(/^Sign in · /)
    await expect(page.getByRole('heading', { name: 'Welcome back', level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Criterion Collection Tracker' }).click()
    await expect(page).toHaveURL('/')
    await expect(home(page).status).toBeVisible()
  })
}

test('the page for accounts can be opened directly', async ({ page }) => {
  const answer = await page.goto('/auth')
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})
