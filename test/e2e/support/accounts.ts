import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'

export const PASSWORD = 'correct horse battery'

/** The page for signing in and up, as a person perceives it. */
export function access(page: Page) {
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

/** What the header offers about the account. */
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

/** A message that goes away by itself. */
export function toast(page: Page, title: string): Locator {
  return (
    page
      // Not by its role, for which all elements of a page are looked at: beside all titles that outlasts a message.
      .locator('[role=region][aria-label=Notifications]')
      .locator('[role=dialog], [role=alertdialog]')
      .filter({ has: page.getByText(title, { exact: true }) })
  )
}

/** Signs in by the form. */
export async function signInBy(page: Page, email: string, password = PASSWORD): Promise<void> {
  await access(page).email.fill(email)
  await access(page).password.fill(password)
  await access(page).signIn.click()
}

/** Signs up by the form, under a name of its own, and answers the address. */
export async function fillSignUp(page: Page): Promise<string> {
  const username = `new-${randomUUID().slice(0, 8)}`
  const email = `${username}@example.org`
  await access(page).username.fill(username)
  await access(page).email.fill(email)
  await access(page).password.fill(PASSWORD)
  await access(page).signUp.click()
  return email
}

/** What the browser keeps of a session. */
export function storedSession(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('sb-127-auth-token'))
}
