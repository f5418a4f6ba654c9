import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'

async function wish(person: Person, wishes: Record<number, object>): Promise<void> {
  const { client, session } = person
  const { data } = await client.from('films').select('id, spine').in('spine', Object.keys(wishes).map(Number))
  const rows = data?.map(({ id, spine }) => ({
    user_id: session.user.id,
    film_id: id,
    wants_laserdisc: false,
    wants_dvd: false,
    wants_bluray: false,
    wants_bluray_4k: false,
    priority: null,
    ...wishes[spine],
  }))
  expect((await client.from('user_wishlist').insert(rows ?? [])).error).toBe(null)
}

async function open(page: Page, person: Person, search = ''): Promise<void> {
  await signInAs(page.context(), person)
  await page.goto(`/account/shopping${search}`)
  await expect(page.getByRole('heading', { name: 'What to buy' })).toBeVisible()
}

const part = (page: Page, name: string) => page.getByRole('region', { name })
const titles = (page: Page, name: string) => part(page, name).getByRole('listitem').getByRole('link')

test('a plan lists the discs that fit the budget by priority, and discs out of print separately', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'planner')
  await wish(person, {
    2: { wants_bluray: true, priority: 2 },
    302: { wants_bluray: true, priority: 1 },
    753: { wants_bluray: true },
    8: { wants_dvd: true },
  })
  await open(page, person)
  await expect(titles(page, 'To buy')).toHaveText(['Harakiri', 'Seven Samurai', 'The Thin Blue Line'])
  await expect(page.getByText('3 discs: $103.88')).toBeVisible()
  await expect(titles(page, 'Out of print')).toHaveText(['The Killer'])
  await expect(part(page, 'To buy').getByText('criterion.com, May 2023').first()).toBeVisible()

  await page.getByLabel('Sale, % off').fill('50')
  await page.getByLabel('Budget').fill('36')
  await expect(page.getByText('2 discs: $35.96 of $36.00')).toBeVisible()
  await expect(titles(page, 'Beyond the budget')).toHaveText(['The Thin Blue Line'])
  await expect(page).toHaveURL(/off=50&budget=36/)
})

test('another price and priority change the plan, and stay', async ({ page, server }) => {
  const person = await signUp(server.url, 'pricer')
  await wish(person, { 2: { wants_bluray: true }, 302: { wants_bluray: true } })
  await open(page, person, '?budget=40')
  await expect(titles(page, 'To buy')).toHaveText(['Harakiri'])
  await page.getByLabel('Price of Seven Samurai').fill('8')
  await page.getByLabel('Price of Seven Samurai').press('Enter')
  await expect(titles(page, 'To buy')).toHaveText(['Seven Samurai', 'Harakiri'])
  await expect(page.getByText('2 discs: $39.96 of $40.00')).toBeVisible()
  await page.getByLabel('Priority of Harakiri').selectOption('1 (first)')
  await expect(titles(page, 'To buy')).toHaveText(['Harakiri', 'Seven Samurai'])
  await expect
    .poll(async () => (await person.client.from('user_wish_details').select('price, currency')).data)
    .toEqual([{ price: 8, currency: 'USD' }])
  const own = { user_id: person.session.user.id, priority: 1 }
  await expect
    .poll(async () => (await person.client.from('user_wishlist').select('film_id').match(own)).data)
    .toHaveLength(1)
  await page.reload()
  await expect(titles(page, 'To buy')).toHaveText(['Harakiri', 'Seven Samurai'])
})

test('what was bought moves to the collection, and Undo brings the wish back', async ({ page, server }) => {
  const person = await signUp(server.url, 'buyer')
  await wish(person, { 2: { wants_bluray: true, priority: 1 } })
  await open(page, person)
  await page.getByRole('button', { name: 'I bought Seven Samurai on Blu-ray' }).click()
  await expect(page.getByText('Your wishlist is empty.')).toBeVisible()
  const own = () =>
    person.client.from('user_ownership').select('owns_bluray').eq('user_id', person.session.user.id)
  await expect.poll(async () => (await own()).data).toEqual([{ owns_bluray: true }])
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
  await expect(titles(page, 'To buy')).toHaveText(['Seven Samurai'])
  await expect.poll(async () => (await own()).data?.filter((row) => row.owns_bluray)).toEqual([])
  await page.reload()
  await expect(titles(page, 'To buy')).toHaveText(['Seven Samurai'])
  await expect(page.getByLabel('Priority of Seven Samurai')).toHaveValue('1')
})

test('a wish that was changed on another device is shown, and a change here keeps it', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'two-planners')
  await wish(person, { 2: { wants_bluray: true } })
  const subscribed = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        /"phx_reply".*postgres_changes/.test(String(payload)),
      ),
    )
  await open(page, person)
  await subscribed
  const own = { user_id: person.session.user.id }
  const { data: wished } = await person.client
    .from('user_wishlist')
    .select('user_id, film_id')
    .match(own)
    .single()
    .throwOnError()
  await person.client
    .from('user_wish_details')
    .insert({ ...wished, price: 12, currency: 'USD', note: 'For Papa' })
    .throwOnError()
  await expect(page.getByLabel('Price of Seven Samurai')).toHaveValue('12.00 USD')
  await person.client.from('user_wishlist').update({ priority: 3 }).match(wished).throwOnError()
  await expect(page.getByLabel('Priority of Seven Samurai')).toHaveValue('3')

  await page.getByLabel('Priority of Seven Samurai').selectOption('1 (first)')
  await expect
    .poll(async () => (await person.client.from('user_wishlist').select('priority').match(wished)).data)
    .toEqual([{ priority: 1 }])
  expect((await person.client.from('user_wish_details').select('price, note')).data).toEqual([
    { price: 12, note: 'For Papa' },
  ])
})

test('the focus stays in the plan while rows move, change and go', async ({ page, server }) => {
  const person = await signUp(server.url, 'plan-keys')
  await wish(person, {
    2: { wants_bluray: true },
    302: { wants_bluray: true },
    753: { wants_bluray: true },
  })
  await open(page, person, '?budget=75')
  await expect(titles(page, 'Beyond the budget')).toHaveText(['Seven Samurai'])
  await page.getByLabel('Priority of Seven Samurai').focus()
  await page.getByLabel('Priority of Seven Samurai').selectOption('1 (first)')
  await expect(titles(page, 'To buy').first()).toHaveText('Seven Samurai')
  await expect(page.getByLabel('Priority of Seven Samurai')).toBeFocused()
  await page.getByLabel('Price of Seven Samurai').fill('8')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 discs: $71.92 of $75.00')).toBeVisible()
  await expect(page.getByLabel('Price of Seven Samurai')).toBeFocused()
  await page.getByRole('button', { name: 'I bought Seven Samurai on Blu-ray' }).press('Enter')
  await expect(titles(page, 'To buy')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^I bought/ }).first()).toBeFocused()
})

test('forty titles fit a printed page', async ({ page, server }) => {
  const person = await signUp(server.url, 'printer')
  await wish(person, Object.fromEntries(Array.from({ length: 40 }, (_, index) => [index + 300, {}])))
  await open(page, person)
  await expect(page.getByRole('listitem').getByRole('button', { name: /^I bought/ })).toHaveCount(40)
  const pdf = await page.pdf({
    format: 'A4',
    margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' },
  })
  expect(pdf.toString('latin1').match(/\/Type ?\/Page\b/g)).toHaveLength(1)
})

test('axe finds no violation in the plan, and it fits 320 px', async ({ page, server }) => {
  const person = await signUp(server.url, 'plan-axe')
  await wish(person, { 2: { priority: 1 }, 8: {}, 302: {} })
  await open(page, person, '?budget=10')
  await expectAccessible(page, 'the plan', { widths: [1280, 320] })
})
