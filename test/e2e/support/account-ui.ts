import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'

export const PASSWORD = 'correct horse battery'

/** The sign-in and sign-up forms. */
export function accountForm(page: Page) {
  return {
    signInTab: page.getByRole('tab', { name: 'Sign In', exact: true }),
    signUpTab: page.getByRole('tab', { name: 'Sign Up', exact: true }),
    username: page.getByRole('textbox', { name: 'Username', exact: true }),
    email: page.getByRole('textbox', { name: 'Email', exact: true }),
    password: page.getByLabel('Password', { exact: true }),
    signIn: page.getByRole('button', { name: 'Sign In', exact: true }),
    signUp: page.getByRole('button', { name: 'Sign Up', exact: true }),
  }
}

/** The links and buttons of the page header that concern the account. */
export function header(page: Page) {
  const account = page.getByRole('navigation', { name: 'Your account' })
  return {
    account,
    signIn: page.getByRole('banner').getByRole('link', { name: 'Sign In', exact: true }),
    myProfile: account.getByRole('link', { name: 'My Profile', exact: true }),
    accountPage: account.getByRole('link', { name: 'Account', exact: true }),
    signOut: account.getByRole('button', { name: 'Sign Out', exact: true }),
  }
}

/** A toast: a message that disappears after a while. */
export function toast(page: Page, title: string): Locator {
  return (
    page
      // A CSS selector, because a search by role examines every element of the page. On the long list of titles
      // that takes longer than a toast is shown.
      .locator('[role=region][aria-label=Notifications]')
      .locator('[role=dialog], [role=alertdialog]')
      .filter({ has: page.getByText(title, { exact: true }) })
  )
}

/** Signs in with the form. */
export async function signInWithForm(page: Page, email: string, password = PASSWORD): Promise<void> {
  await accountForm(page).email.fill(email)
  await accountForm(page).password.fill(password)
  await accountForm(page).signIn.click()
}

/** What a form says whose session has ended. */
export function endedNotice(page: Page): Locator {
  return page.getByText(
    /^Your session has ended\. What you typed is kept here: sign in again in a new tab, then save\.$/,
  )
}

/** Signs in with the link of a form whose session has ended, in the tab that it opens. */
export async function signInFromForm(page: Page, username: string): Promise<void> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'sign in again in a new tab' }).first().click()
  const popup = await opening
  await signInWithForm(popup, `${username}@example.org`)
  await expect(endedNotice(page)).toHaveCount(0)
  await popup.close()
}

/** Signs out in another tab. */
export async function signOutInOtherTab(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await other.goto('/')
  await header(other).signOut.click()
  await expect(header(other).signIn).toBeVisible()
  await other.close()
}

/** Signs up with the form under a unique username and returns the email address. */
export async function signUpWithForm(page: Page): Promise<string> {
  const username = `new-${randomUUID().slice(0, 8)}`
  const email = `${username}@example.org`
  await accountForm(page).username.fill(username)
  await accountForm(page).email.fill(email)
  await accountForm(page).password.fill(PASSWORD)
  await accountForm(page).signUp.click()
  return email
}

/** Returns the session that the browser stores. */
export function storedSession(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('sb-127-auth-token'))
}
