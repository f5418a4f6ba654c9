import type { Page } from '@playwright/test'
import { endedNotice, header, signInFromForm, signOutInOtherTab } from '../support/account-ui.ts'
import { expect, test } from '../support/fixtures.ts'
import { type Person, signInAs, signInOnAnotherDevice, signUp } from '../support/people.ts'

const FORMS = [
  ['My copies', /^Edit the copy/, 'Copy'],
  ['My copies', 'Add a copy', 'New copy'],
  ['Viewings', /^Edit the viewing/, 'Viewing'],
  ['Viewings', 'Add a viewing', 'New viewing'],
  ['My wish', 'Add a note', 'Wish'],
] as const

const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

/** Opens a film's page and types a note into each of its forms. */
async function typeNotes(page: Page, url: string, name: string): Promise<Person> {
  const person = await signUp(url, name)
  const { data } = await person.client.from('films').select('id').eq('spine', 2).single().throwOnError()
  const film = { film_id: data.id }
  await person.client
    .from('user_copies')
    .insert({ ...film, format: 'dvd', place: 'The attic' })
    .throwOnError()
  await person.client
    .from('user_viewings')
    .insert({ ...film, watched_on: '2020-02-02' })
    .throwOnError()
  await person.client.from('user_wishlist').insert(film).throwOnError()
  await signInAs(page.context(), await signInOnAnotherDevice(person))
  await page.goto('/spine/2')
  for (const [heading, button, name] of FORMS) {
    await page
      .getByRole('region', { name: heading, exact: true })
      .getByRole('button', { name: button })
      .click()
    await form(page, name).getByLabel('Note').fill(`The text of ${name}`)
  }
  return person
}

test('every form of a film’s page keeps what was typed when another tab signs out, and saves it after signing in again', async ({
  page,
  server,
}) => {
  const person = await typeNotes(page, server.url, 'ended')
  await signOutInOtherTab(page)
  for (const [, , name] of FORMS) {
    await expect(form(page, name).getByText('Your session has ended.')).toBeVisible()
    await form(page, name).getByRole('button', { name: 'Save' }).click()
    await expect(form(page, name).getByLabel('Note')).toHaveValue(`The text of ${name}`)
  }
  await expect(page.getByRole('button', { name: 'Remove this copy' })).toHaveCount(0)
  await signInFromForm(page, person.username)
  for (const [heading, , name] of FORMS) {
    await expect(form(page, name).getByLabel('Note')).toHaveValue(`The text of ${name}`)
    await form(page, name).getByRole('button', { name: 'Save' }).click()
    await expect(form(page, name)).toHaveCount(0)
    await expect(page.getByRole('region', { name: heading }).getByText(`The text of ${name}`)).toBeVisible()
  }
  const { data } = await person.client.from('user_copies').select('place, note').order('note').throwOnError()
  expect(data).toEqual([
    { place: 'The attic', note: 'The text of Copy' },
    { place: null, note: 'The text of New copy' },
  ])
})

test('what was typed on a film’s page is neither shown nor saved when another person signs in', async ({
  page,
  server,
}) => {
  await typeNotes(page, server.url, 'first')
  const second = await signUp(server.url, 'second')
  await signOutInOtherTab(page)
  await expect(endedNotice(page)).toHaveCount(FORMS.length)
  const link = page.getByRole('link', { name: 'sign in again in a new tab' }).first()
  await expect(link).toHaveAttribute('href', '/auth?next=%2Fspine%2F2')
  await signInFromForm(page, second.username)
  await expect(header(page).myProfile).toHaveAttribute('href', `/${second.username}`)
  await expect(page.getByRole('button', { name: 'Add a copy' })).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)
  for (const [, , name] of FORMS) await expect(page.getByText(`The text of ${name}`)).toHaveCount(0)
  expect((await second.client.from('user_copies').select('note')).data).toEqual([])
  expect((await second.client.from('user_viewings').select('note')).data).toEqual([])
})

test('when another tab signs out, a film’s page shows nothing of the person but the forms with unsaved text', async ({
  page,
  server,
}) => {
  await typeNotes(page, server.url, 'private')
  await form(page, 'Copy').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('The attic')).toBeVisible()
  await signOutInOtherTab(page)
  await expect(form(page, 'New copy')).toBeVisible()
  await expect(page.getByText('The attic')).toHaveCount(0)
  for (const name of ['New copy', 'Viewing', 'New viewing', 'Wish'])
    await form(page, name).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'My copies' })).toHaveCount(0)
})

test('the form of a copy of a box set keeps what was typed when another tab signs out', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'ended-set')
  const { data } = await person.client
    .from('sets')
    .select('id')
    .eq('title', 'Yojimbo / Sanjuro: Two Samurai Films by Akira Kurosawa')
    .single()
    .throwOnError()
  await signInAs(page.context(), await signInOnAnotherDevice(person))
  await page.goto(`/set/${data.id}`)
  await page.getByRole('button', { name: 'Add a copy' }).click()
  await form(page, 'New copy').getByLabel('Note').fill('A heavy box.')
  await signOutInOtherTab(page)
  await expect(form(page, 'New copy').getByLabel('Note')).toHaveValue('A heavy box.')
  await signInFromForm(page, person.username)
  await form(page, 'New copy').getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await person.client.from('user_copies').select('note')).data)
    .toEqual([{ note: 'A heavy box.' }])
})
