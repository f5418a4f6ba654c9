import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { accountForm, header, PASSWORD, signInWithForm, storedSession, toast } from '../support/account-ui.ts'
import { holdConnectionChecks } from '../support/connection-checks.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePageRead } from '../support/marks-read.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'

test('the account page asks a visitor to sign in and opens after the sign-in', async ({ page, server }) => {
  const person = await signUp(server.url, 'ida')
  await page.goto('/account')
  await expect(page).toHaveURL('/auth?next=%2Faccount')
  await signInWithForm(page, person.session.user.email ?? '')
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/account')
})

test("a new username becomes the profile's address, and the old one stays reserved for its owner", async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'jan')
  await openAccount(page, person)
  const username = page.getByRole('textbox', { name: 'Username', exact: true })
  const change = page.getByRole('button', { name: 'Change username', exact: true })
  await change.click()
  await expect(username).toHaveAccessibleDescription('This is already your username.')
  await expect(username).toBeFocused()

  const name = `${person.username}-2`
  await username.fill(name)
  await expect(username).toHaveAccessibleDescription(`${name} is free.`)
  await change.click()
  await expect(toast(page, 'Username changed')).toContainText(`/${name}`)
  await expect(header(page).myProfile).toHaveAttribute('href', `/${name}`)
  await page.reload()
  await expect(header(page).myProfile).toHaveAttribute('href', `/${name}`)
  await username.fill(person.username)
  await expect(username, 'the old username stays available to its owner').toHaveAccessibleDescription(
    `${person.username} is free.`,
  )

  const { data } = await (await signUp(server.url, 'kim')).client.rpc('username_state', {
    username: person.username,
  })
  expect(data).toBe('taken')
})

test('the account page shows beside its field that a username is taken or reserved', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/\/rest\/v1\/profiles/)
  const { username: taken } = await signUp(server.url, 'lea')
  await openAccount(page, await signUp(server.url, 'max'))
  const username = page.getByRole('textbox', { name: 'Username', exact: true })
  for (const [name, refusal] of [
    [taken, `${taken} is taken. Please choose another.`],
    ['admin', 'The username admin is reserved. Please choose another.'],
  ] as const) {
    await username.fill(name)
    await page.getByRole('button', { name: 'Change username', exact: true }).click()
    await expect(username).toHaveAttribute('aria-invalid', 'true')
    await expect(username).toHaveAccessibleDescription(refusal)
  }
})

test('a person needs the current password to change the email address or the password', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/\/auth\/v1\/user/)
  const person = await signUp(server.url, 'nora')
  const newEmail = `new-${person.session.user.email}`
  await openAccount(page, person)
  const address = page.getByRole('region', { name: 'Email address' })
  await address.getByRole('textbox', { name: 'New email address' }).fill(newEmail)
  await address.getByLabel('Current password', { exact: true }).fill('not the password')
  await address.getByRole('button', { name: 'Change email address' }).click()
  await expect(address.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(
    /current password/,
  )
  await address.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await address.getByRole('button', { name: 'Change email address' }).click()
  await expect(toast(page, 'Email address changed')).toBeVisible()
  await expect(address.getByText(newEmail)).toBeVisible()

  const section = page.getByRole('region', { name: 'Password', exact: true })
  const present = section.getByLabel('Current password', { exact: true })
  const chosen = section.getByLabel('New password', { exact: true })
  await section.getByRole('button', { name: 'Change password' }).click()
  await expect(present).toBeFocused()
  await present.fill(PASSWORD)
  await chosen.fill('short')
  await section.getByRole('button', { name: 'Change password' }).click()
  await expect(chosen).toHaveAccessibleDescription(
    'This password is too short. Please use at least 8 characters.',
  )
  await chosen.fill('another long password')
  await section.getByRole('button', { name: 'Change password' }).click()
  await expect(toast(page, 'Password changed')).toBeVisible()
  await expect(present).toHaveValue('')

  await header(page).signOut.click()
  await expect(header(page).signIn).toBeVisible()
  await page.goto('/auth')
  await signInWithForm(page, newEmail, 'another long password')
  await expect(header(page).signOut).toBeVisible()
})

test('a person signs out all other devices and stays signed in', async ({ page, newVisitor, server }) => {
  const person = await signUp(server.url, 'olga')
  const elsewhere = await newVisitor()
  await elsewhere.goto('/auth')
  await signInWithForm(elsewhere, person.session.user.email ?? '')
  await expect(header(elsewhere).signOut).toBeVisible()
  await homePageRead(elsewhere)
  const { refresh_token } = JSON.parse((await storedSession(elsewhere)) ?? '{}')

  await openAccount(page, person)
  await page.getByRole('button', { name: 'Sign out other devices' }).click()
  await expect(toast(page, 'Signed out elsewhere')).toBeVisible()
  const { error } = await person.client.auth.refreshSession({ refresh_token })
  expect(error?.status).toBe(400)
  await page.reload()
  await expect(header(page).signOut).toBeVisible()
})

test('a person exports all data of their account as JSON and CSV', async ({ page, server }) => {
  const person = await signUp(server.url, 'paul')
  const { data: films } = await person.client
    .from('films')
    .select('id, spine, title')
    .order('spine')
    .limit(1000)
    .throwOnError()
  const { data: more } = await person.client
    .from('films')
    .select('id')
    .order('spine')
    .range(1000, 1098)
    .throwOnError()
  for (const part of [films, more]) {
    const watched = part.map(({ id }) => ({ film_id: id }))
    await person.client.from('user_watched').insert(watched).throwOnError()
  }
  const [first] = films
  if (!first) throw new Error('The catalogue is empty.')
  await person.client.from('user_ownership').insert({ film_id: first.id, owns_dvd: true }).throwOnError()

  await openAccount(page, person)
  const json = await exported(page, 'JSON')
  expect(json.name).toBe(`criterion-collection-${person.username}.json`)
  const data = JSON.parse(json.text)
  expect(data.account).toMatchObject({
    username: person.username,
    email: person.session.user.email,
    roles: [],
  })
  expect(data.watched).toHaveLength(1099)
  expect(data.wishlist).toEqual([])
  expect(data.ownership).toEqual([
    expect.objectContaining({ spine: first.spine, title: first.title, owns_dvd: true, owns_bluray: false }),
  ])

  const csv = await exported(page, 'CSV')
  expect(csv.name).toBe(`criterion-collection-${person.username}.csv`)
  expect(csv.text.trimEnd().split('\r\n')).toHaveLength(1 + 1 + 1099)
  expect(csv.text).toContain(`account,${person.session.user.id},${person.username}`)
})

test('a person deletes their account by typing its username', async ({ page, server }) => {
  const person = await signUp(server.url, 'quinn')
  await openAccount(page, person)
  const open = page.getByRole('button', { name: 'Delete account', exact: true })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  await open.click()
  const name = dialog.getByRole('textbox', { name: 'Your username' })
  await name.fill('somebody else')
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription('That is not your username.')
  await name.fill(person.username)
  await name.press('Enter')
  await expect(toast(page, 'Account deleted')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(header(page).signIn).toBeVisible()
  expect(await storedSession(page)).toBeNull()
  const profile = await fetch(`${person.url}/rest/v1/rpc/profile_counts?of_username=${person.username}`, {
    headers: { apikey: person.key },
  })
  expect(await profile.json()).toEqual([])
})

test('only an admin opens the titles page, and the last admin cannot delete their account', async ({
  page,
  server,
  problems,
}) => {
  await page.goto('/admin/titles')
  await expect(toast(page, 'Access denied')).toBeVisible()
  await expect(page).toHaveURL('/')

  const rosa = await signUp(server.url, 'rosa')
  await signInAs(page.context(), rosa)
  await page.goto('/admin/titles')
  await expect(page).toHaveURL('/')
  await expect(toast(page, 'Access denied')).toBeVisible()

  await server.admin('grant', rosa.username)
  problems.expect(/user_roles|503/)
  await holdConnectionChecks(page)
  await page.route('**/rest/v1/user_roles?*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/admin/titles')
  await expect(page.getByText('We could not check whether you are an admin.')).toBeVisible()
  await page.unroute('**/rest/v1/user_roles?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Title Management' })).toBeVisible()
  await page.goto('/')
  await header(page).account.getByRole('link', { name: 'Edit Titles' }).click()
  await expect(page.getByRole('heading', { name: 'Title Management' })).toBeVisible()

  problems.expect(/delete_account/)
  await header(page).accountPage.click()
  await page.getByRole('button', { name: 'Delete account', exact: true }).click()
  const name = page.getByRole('textbox', { name: 'Your username' })
  await name.fill(rosa.username)
  await name.press('Enter')
  await expect(name, 'the site keeps at least one admin').toHaveAccessibleDescription(
    /last admin.*Make another person admin/,
  )
  await server.admin('revoke', rosa.username)
})

async function openAccount(page: Page, person: Person): Promise<void> {
  await signInAs(page.context(), person)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Delete account' })).toBeVisible()
  await expect(accountForm(page).signIn).toHaveCount(0)
}

async function exported(page: Page, format: string): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: `Export as ${format}` }).click()
  const download: Download = await coming
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}
