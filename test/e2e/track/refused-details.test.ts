import type { Page } from '@playwright/test'
import { signInWithForm } from '../support/account-ui.ts'
import { expect, test } from '../support/fixtures.ts'
import { type Person, signInAs, signInOnAnotherDevice, signUp } from '../support/people.ts'

const LIMIT = 'A title has at most 100 copies.'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function open(page: Page, url: string, name: string): Promise<{ person: Person; filmId: number }> {
  const person = await signUp(url, name)
  const { data } = await person.client.from('films').select('id').eq('spine', 2).single().throwOnError()
  await signInAs(page.context(), person)
  return { person, filmId: data.id }
}

test('the text of a copy that a limit rejects stays in its form, and can be saved when there is room', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/response 400|status of 400/)
  const { person, filmId } = await open(page, server.url, 'full')
  const rows = Array.from({ length: 100 }, () => ({ film_id: filmId, format: 'dvd' as const }))
  await person.client.from('user_copies').insert(rows).throwOnError()
  await page.goto('/spine/2')
  const copies = section(page, 'My copies')
  await copies.getByRole('button', { name: 'Add a copy' }).click()
  const form = copies.getByRole('form', { name: 'New copy' })
  await form.getByRole('radio', { name: 'DVD' }).check()
  await form.getByLabel('Shelf').fill('Study, 5')
  await form.getByLabel('Note').fill('A long story.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toHaveText(LIMIT)
  await expect(form.getByLabel('Note')).toHaveValue('A long story.')
  await expect(form.getByLabel('Shelf')).toHaveValue('Study, 5')

  // It stays on other pages of the site, too, and Escape does not drop it.
  await form.getByLabel('Note').press('Escape')
  await page.getByRole('link', { name: 'Collection' }).first().click()
  await page.goBack()
  await expect(form.getByLabel('Note')).toHaveValue('A long story.')

  const { data } = await person.client.from('user_copies').select('id').limit(1).single().throwOnError()
  await person.client.from('user_copies').delete().eq('id', data.id).throwOnError()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect
    .poll(
      async () => (await person.client.from('user_copies').select('place').eq('note', 'A long story.')).data,
    )
    .toEqual([{ place: 'Study, 5' }])
})

test('every form of a film’s page keeps what the server rejects', async ({ page, server, problems }) => {
  problems.expect(/response 400|status of 400/)
  const { person, filmId: film_id } = await open(page, server.url, 'rejected')
  await person.client.from('user_copies').insert({ film_id, format: 'dvd' }).throwOnError()
  await person.client.from('user_viewings').insert({ film_id, watched_on: '2020-02-02' }).throwOnError()
  await person.client.from('user_wishlist').insert({ film_id }).throwOnError()
  await page.goto('/spine/2')
  let isRejected = true
  await page.route('**/rpc/apply_marks', (route) =>
    isRejected
      ? route.fulfill({ status: 400, json: { code: '23514', message: 'Too much.' } })
      : route.continue(),
  )
  const forms = [
    ['My copies', /^Edit the copy/, 'Copy'],
    ['My copies', 'Add a copy', 'New copy'],
    ['Viewings', /^Edit the viewing/, 'Viewing'],
    ['Viewings', 'Add a viewing', 'New viewing'],
    ['My wish', 'Add a note', 'Wish'],
  ] as const
  for (const [heading, button, name] of forms) {
    await section(page, heading).getByRole('button', { name: button }).click()
    const form = section(page, heading).getByRole('form', { name, exact: true })
    await form.getByLabel('Note').fill(`The text of ${name}`)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('alert')).toHaveText('Too much.')
    await expect(form.getByLabel('Note')).toHaveValue(`The text of ${name}`)
  }
  isRejected = false
  for (const [heading, , name] of forms) {
    const form = section(page, heading).getByRole('form', { name, exact: true })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toHaveCount(0)
    await expect(section(page, heading).getByText(`The text of ${name}`)).toBeVisible()
  }
})

test('a copy that is saved after the session has ended is sent when the person signs in again', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/40[13]/)
  const { person } = await open(page, server.url, 'ended-copy')
  const device = await signInOnAnotherDevice(person)
  await signInAs(page.context(), device)
  await page.goto('/spine/2')
  const copies = section(page, 'My copies')
  await copies.getByRole('button', { name: 'Add a copy' }).click()
  const form = copies.getByRole('form', { name: 'New copy' })
  await form.getByLabel('Note').fill('Typed before the end.')
  await device.client.auth.signOut({ scope: 'local' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Sign In Required')).toBeVisible()
  await page.getByRole('link', { name: 'Sign In / Sign Up' }).click()
  await signInWithForm(page, `${person.username}@example.org`)
  await expect(copies.getByText('Typed before the end.')).toBeVisible()
  await expect
    .poll(async () => (await person.client.from('user_copies').select('note')).data)
    .toEqual([{ note: 'Typed before the end.' }])
})
