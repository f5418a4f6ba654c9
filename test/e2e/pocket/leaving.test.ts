import type { Page } from '@playwright/test'
import { header } from '../support/account-ui.ts'
import { holdConnectionChecks } from '../support/connection-checks.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { type Person, signInAs, signInOnAnotherDevice, signUp } from '../support/people.ts'
import { readEveryStore, waitUntilStored } from './stored-pages.ts'

test.use({ serviceWorkers: 'allow' })

const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|Failed to load resource/
const NOTE = 'Behind the green door'

test('after signing out, the browser stores nothing of the person', async ({ page, server }) => {
  const person = await visit(page, await signUp(server.url, 'leaving'))
  await header(page).signOut.click()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await expectNothingOf(page, person)
  await page.reload()
  await expectNothingOf(page, person)
})

test('after the account is deleted, the browser stores nothing of the person', async ({ page, server }) => {
  const person = await visit(page, await signUp(server.url, 'deleted'))
  await page.goto('/account')
  await page.getByRole('button', { name: 'Delete account', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Delete your account?' })
  await question.getByRole('textbox').fill(person.username)
  await question.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByText('Account deleted')).toBeVisible()
  await expectNothingOf(page, person)
})

test('after another person signs in, the browser stores nothing of the former one', async ({
  page,
  context,
  server,
}) => {
  const former = await visit(page, await signUp(server.url, 'former'))
  const other = await signUp(server.url, 'other')
  // The former session ends without signing out here, and leaves a change that was not sent.
  await page.evaluate((id) => {
    localStorage.setItem(`pending-mark ${id} dvd 2`, '{"on":true,"at":1,"queued":true}')
  }, former.session.user.id)
  await page.goto('about:blank')
  await signInAs(context, other)
  await page.goto('/')
  await waitUntilStored(page, other)
  await expectNothingOf(page, former)
  expect(await readEveryStore(page)).toContain(other.session.user.id)
})

test('signing out with changes that are not sent asks first', async ({ page, context, server, problems }) => {
  problems.expect(NO_NETWORK)
  const person = await visit(page, await signUp(server.url, 'unsent'))
  await context.setOffline(true)
  await homePage(page).card('Ikiru').getByRole('checkbox').first().check()
  await header(page).signOut.click()
  const question = page.getByRole('alertdialog', { name: 'Sign out without sending?' })
  await expect(question).toContainText('1 change is not sent yet. If you sign out now, it is lost.')
  await question.getByRole('button', { name: 'Stay Signed In' }).click()
  await expect(question).toBeHidden()
  await expect(homePage(page).card('Ikiru').getByRole('checkbox').first()).toBeChecked()
  await header(page).signOut.click()
  await question.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await expectNothingOf(page, person)
})

test('signing out sends the changes that wait', async ({ page, context, server, problems }) => {
  problems.expect(NO_NETWORK)
  const person = await visit(page, await signUp(server.url, 'sending'))
  const again = await signInOnAnotherDevice(person)
  await context.setOffline(true)
  await homePage(page).card('Ikiru').getByRole('checkbox').first().check()
  // The page does not know yet that the network is back.
  await holdConnectionChecks(page)
  await context.setOffline(false)
  await header(page).signOut.click()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  const { data } = await again.client
    .from('user_ownership')
    .select('film_id')
    .eq('user_id', person.session.user.id)
  expect(data).toHaveLength(1)
})

/** Opens the home page as a person who has noted something, and waits until all is stored. */
async function visit(page: Page, person: Person): Promise<Person> {
  const { client, session } = person
  const { data: film } = await client.from('films').select('id').eq('spine', 2).single().throwOnError()
  await client
    .from('user_viewings')
    .insert({ film_id: film.id, watched_on: '2020', note: NOTE })
    .throwOnError()
  await signInAs(page.context(), person)
  await page.goto('/?q=i')
  await waitUntilStored(page, person)
  const stored = await readEveryStore(page)
  for (const text of textsOf(person)) expect(stored, `stored: ${text}`).toContain(text)
  expect(stored).toContain(session.access_token)
  return person
}

async function expectNothingOf(page: Page, person: Person): Promise<void> {
  await expect
    .poll(async () => {
      const stored = await readEveryStore(page)
      return [...textsOf(person), person.session.access_token].filter((text) => stored.includes(text))
    })
    .toEqual([])
}

function textsOf({ username, session }: Person): string[] {
  return [username, session.user.id, session.user.email ?? '', NOTE]
}
