import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type MailServer, startMailServer } from '../../support/people/mail-server.ts'
import { freePort } from '../../support/site/programs.ts'
import {
  accountForm,
  header,
  PASSWORD,
  signInWithForm,
  signUpWithForm,
  toast,
} from '../support/account-ui.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { openPanel } from '../support/home-page.ts'
import { startServer } from '../support/server.ts'
import { TEMPLATE } from '../support/setup.ts'

/** A site that sends mails to a mail server of the test. */
const test = base.extend<object, { mails: MailServer }>({
  mails: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures' names from the pattern
    async ({}, use) => {
      const mails = await startMailServer()
      await use(mails)
      await mails.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mails }, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'criterion-e2emails-'))
      cpSync(process.env[TEMPLATE] ?? '', folder, { recursive: true })
      const port = String(await freePort())
      const server = await startServer(folder, {
        PORT: port,
        SITE_URL: `http://127.0.0.1:${port}`,
        SMTP_URL: mails.url,
      })
      await use(server)
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

const NEW_PASSWORD = 'another horse, another battery'

const linkIn = ({ text }: { text: string }) => /http:\/\/\S+/.exec(text)?.[0] ?? ''

test('a mail confirms a new account, and another mail resets a forgotten password', async ({
  page,
  newVisitor,
  mails,
  problems,
}) => {
  // Two sign-ins are refused on purpose.
  problems.expect(/\/auth\/v1\/token\?grant_type=password/)
  const username = `mia-${randomUUID().slice(0, 8)}`
  const email = `${username}@example.org`

  await page.goto('/auth')
  await accountForm(page).signUpTab.click()
  await accountForm(page).username.fill(username)
  await accountForm(page).email.fill(email)
  await accountForm(page).password.fill(PASSWORD)
  await accountForm(page).signUp.click()
  await expect(page.getByRole('heading', { name: 'Check your mail', level: 1 })).toBeFocused()
  const confirmation = await mails.mailTo(email)
  expect(confirmation.subject).toBe('Confirm your email address')

  // A sign-in before the confirmation is refused.
  const early = await newVisitor()
  await early.goto('/auth')
  await signInWithForm(early, email)
  await expect(toast(early, 'Error')).toContainText('Your email address is not confirmed yet')

  await page.goto(linkIn(confirmation))
  await expect(toast(page, 'Account created')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(header(page).myProfile).toHaveAttribute('href', `/${username}`)

  const other = await newVisitor()
  await other.goto('/auth')
  await accountForm(other).email.fill(email)
  await other.getByRole('button', { name: 'Forgot password?' }).click()
  await other.getByRole('button', { name: 'Send the link' }).click()
  await expect(other.getByRole('heading', { name: 'Check your mail', level: 1 })).toBeVisible()
  const reset = await mails.mailTo(email)
  expect(reset.subject).toBe('Choose a new password')

  await other.goto(linkIn(reset))
  await expect(other.getByRole('heading', { name: 'Choose a new password', level: 1 })).toBeVisible()
  expect(new URL(other.url()).hash).toBe('')
  await other.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await other.getByRole('button', { name: 'Save the password' }).click()
  await expect(toast(other, 'Password changed')).toBeVisible()
  await expect(other).toHaveURL('/')
  await header(other).signOut.click()
  await expect(header(other).signIn).toBeVisible()

  await other.goto('/auth')
  await signInWithForm(other, email)
  await expect(toast(other, 'Error')).toBeVisible()
  await signInWithForm(other, email, NEW_PASSWORD)
  await expect(toast(other, 'Welcome back')).toContainText('Successfully signed in')

  // A link works once.
  const again = await newVisitor()
  problems.expect(/\/auth\/v1\/verify/)
  await again.goto(linkIn(reset))
  await expect(again.getByRole('alert')).toContainText('This link does not work')
})

test('a new email address takes effect when its link is opened', async ({ page, mails }) => {
  const username = `noa-${randomUUID().slice(0, 8)}`
  await page.goto('/auth')
  await accountForm(page).signUpTab.click()
  await accountForm(page).username.fill(username)
  await accountForm(page).email.fill(`${username}@example.org`)
  await accountForm(page).password.fill(PASSWORD)
  await accountForm(page).signUp.click()
  await page.goto(linkIn(await mails.mailTo(`${username}@example.org`)))
  await expect(header(page).account).toBeVisible()

  await header(page).accountPage.click()
  const section = page.getByRole('region', { name: 'Email address' })
  await section.getByLabel('New email address').fill(`${username}@example.com`)
  await section.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await section.getByRole('button', { name: 'Change email address' }).click()
  const warning = await mails.mailTo(`${username}@example.org`)
  expect(warning.text).toContain(`${username}@example.com`)
  await page.goto(linkIn(await mails.mailTo(`${username}@example.com`)))
  await expect(page.getByRole('heading', { name: 'Your address has changed', level: 1 })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByText(`You sign in with ${username}@example.com`)).toBeVisible()
})

test('the page asks before the link of another account’s mail replaces the signed-in account', async ({
  page,
  newVisitor,
  mails,
  server,
}) => {
  const [ola, pia] = [`ola-${randomUUID().slice(0, 8)}`, `pia-${randomUUID().slice(0, 8)}`]
  const links: string[] = []
  for (const [username, by] of [
    [ola, page],
    [pia, await newVisitor()],
  ] as const) {
    await by.goto('/auth')
    await accountForm(by).signUpTab.click()
    await accountForm(by).username.fill(username)
    await accountForm(by).email.fill(`${username}@example.org`)
    await accountForm(by).password.fill(PASSWORD)
    await accountForm(by).signUp.click()
    links.push(linkIn(await mails.mailTo(`${username}@example.org`)))
  }
  await page.goto(links[0] ?? '')
  await expect(page).toHaveURL(`${server.url}/`)
  await page.goto(links[1] ?? '')
  await expect(page.getByRole('alert')).toContainText(`You are signed in as ${ola}@example.org`)
  await expect(page.getByRole('alert')).toContainText(`signs you in as ${pia}@example.org`)
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(header(page).myProfile).toHaveAttribute('href', `/${ola}`)
})

test('the mark that a visitor signs up for is made when the email address is confirmed', async ({
  page,
  mails,
}) => {
  await page.goto('/')
  const card = await openPanel(page, 'Amarcord')
  await card.getByRole('button', { name: 'Mark Watched', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Sign In / Sign Up' }).click()
  await accountForm(page).signUpTab.click()
  const email = await signUpWithForm(page)
  await expect(page.getByRole('heading', { name: 'Check your mail', level: 1 })).toBeVisible()

  const tab = await page.context().newPage()
  await tab.goto(linkIn(await mails.mailTo(email)))
  await expect(toast(tab, 'Added to your watched list')).toContainText('Amarcord')
  const there = await openPanel(tab, 'Amarcord')
  await expect(there.getByRole('button', { name: 'Remove Watched' })).toBeVisible()
  expect(await tab.evaluate(() => localStorage.getItem('requested-mark'))).toBeNull()
})
