import { endedNotice, header, signInFromForm, signOutInOtherTab, toast } from '../support/account-ui.ts'
import { expect, test } from '../support/fixtures.ts'
import { signInAs, signInOnAnotherDevice, signUp } from '../support/people.ts'

test('the account page keeps a username and an email address whose session ends elsewhere, and saves them after signing in again', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/40[13]/)
  const person = await signUp(server.url, 'ended')
  const device = await signInOnAnotherDevice(person)
  await signInAs(page.context(), device)
  await page.goto('/account')
  const username = page.getByRole('textbox', { name: 'Username', exact: true })
  const email = page.getByRole('textbox', { name: 'New email address' })
  const password = page.getByRole('region', { name: 'Email address' }).getByLabel('Current password')
  const changeName = page.getByRole('button', { name: 'Change username' })
  await username.fill(`${person.username}-2`)
  await email.fill(`${person.username}-2@example.org`)
  await password.fill('something')
  await device.client.auth.signOut({ scope: 'local' })
  await changeName.click()
  await expect(endedNotice(page)).toHaveCount(2)
  await expect(username).toHaveValue(`${person.username}-2`)
  await expect(email).toHaveValue(`${person.username}-2@example.org`)
  await expect(password, 'a password is not kept').toHaveValue('')
  await expect(page.getByRole('heading', { name: 'Gift link' })).toHaveCount(0)
  await changeName.click()
  await expect(username).toHaveValue(`${person.username}-2`)

  await signInFromForm(page, person.username)
  await expect(page.getByRole('heading', { name: 'Gift link' })).toBeVisible()
  await expect(email).toHaveValue(`${person.username}-2@example.org`)
  await changeName.click()
  await expect(toast(page, 'Username changed')).toBeVisible()
  await expect(header(page).myProfile).toHaveAttribute('href', `/${person.username}-2`)
})

test('the account page keeps nothing that was typed when another person signs in, and nothing else at a sign-out', async ({
  page,
  server,
}) => {
  const first = await signUp(server.url, 'first')
  const second = await signUp(server.url, 'second')
  await signInAs(page.context(), first)
  await page.goto('/account')
  const email = page.getByRole('textbox', { name: 'New email address' })
  await email.fill('private@example.org')
  await signOutInOtherTab(page)
  await expect(email).toHaveValue('private@example.org')
  await signInFromForm(page, second.username)
  await expect(page.getByText(`/${second.username}`, { exact: true })).toBeVisible()
  await expect(email).toHaveValue('')
  await expect(page.getByText(first.username)).toHaveCount(0)

  await signOutInOtherTab(page)
  await expect(page).toHaveURL('/auth?next=%2Faccount')
})

test('quick entry keeps what was typed when another tab signs out, and adds it after signing in again', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'ended-quick')
  const second = await signUp(server.url, 'second')
  await signInAs(page.context(), await signInOnAnotherDevice(person))
  await page.goto('/account/import?tab=quick')
  const field = page.getByRole('textbox', { name: /Spine numbers/ })
  await field.fill('1 dvd, 2 dvd')
  await signOutInOtherTab(page)
  await expect(endedNotice(page)).toBeVisible()
  await expect(field).toHaveValue('1 dvd, 2 dvd')
  await page.getByRole('button', { name: /^Add \d disc/ }).click()
  await expect(field).toHaveValue('1 dvd, 2 dvd')
  await signInFromForm(page, person.username)
  await expect(field).toHaveValue('1 dvd, 2 dvd')
  await page.getByRole('button', { name: /^Add \d disc/ }).click()
  await expect(page.getByRole('heading', { name: '2 titles are imported.' })).toBeVisible()

  await page.goto('/account/import?tab=quick')
  await field.fill('3')
  await signOutInOtherTab(page)
  await expect(field).toHaveValue('3')
  await signInFromForm(page, second.username)
  await expect(field).toHaveValue('')
  await signOutInOtherTab(page)
  await expect(page).toHaveURL('/auth?next=%2Faccount%2Fimport')
})
