import { toast } from '../support/account-ui.ts'
import { expect, test } from '../support/fixtures.ts'
import { signInAs, signUp } from '../support/people.ts'

test('a gift link is made, shown, replaced and revoked on the account page', async ({
  page,
  server,
  newVisitor,
  problems,
}) => {
  // The browser reports the status of the revoked link's page.
  problems.expect(/404|\/wishlist\//)
  const person = await signUp(server.url, 'gift')
  const { client, session, username } = person
  const { data: films } = await client
    .from('films')
    .select('id, spine')
    .in('spine', [2, 7])
    .order('spine')
    .throwOnError()
  await client
    .from('user_wishlist')
    .insert(
      films.map(({ id, spine }) => ({ film_id: id, wants_dvd: spine === 7, priority: spine === 7 ? 1 : 2 })),
    )
    .throwOnError()
  await client.from('profiles').update({ visibility: 'private' }).eq('id', session.user.id).throwOnError()
  await signInAs(page.context(), person)
  await page.goto('/account')
  const section = page.getByRole('region', { name: 'Gift link' })
  const button = (name: string) => section.getByRole('button', { name, exact: true })
  await button('Make a link').press('Enter')
  await expect(toast(page, 'Gift link changed')).toBeVisible()
  await expect(section.getByLabel('Your gift link')).toBeFocused()
  const field = section.getByLabel('Your gift link')
  await expect(field).toHaveValue(/\/wishlist\/[\w-]{32}$/)
  const address = await field.inputValue()
  await page.reload()
  await expect(field, 'the link is shown again').toHaveValue(address)

  const visitor = await newVisitor()
  const referrers: (string | undefined)[] = []
  visitor.on('request', (request) => referrers.push(request.headers().referer))
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { level: 1, name: `${username}'s Wishlist` })).toBeVisible()
  await expect(visitor.getByText(`${username} wishes for 2 titles`)).toBeVisible()
  const rows = visitor
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: visitor.getByRole('link') })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('A Night to Remember')
  await expect(rows.first()).toContainText('Priority 1')
  await expect(rows.first().getByRole('list', { name: 'Formats wished for' })).toContainText('DVD')
  await rows.first().getByRole('link', { name: 'A Night to Remember' }).click()
  await expect(visitor).toHaveURL('/spine/7')
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  expect(referrers.filter((referrer) => referrer?.includes('wishlist'))).toEqual([])

  await button('Make a new link').press('Enter')
  await expect(field).not.toHaveValue(address)
  await expect(button('Make a new link')).toBeFocused()
  const second = await field.inputValue()
  expect((await visitor.goto(address))?.status()).toBe(404)
  await expect(visitor.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  expect((await visitor.goto(second))?.status()).toBe(200)

  await button('Revoke').click()
  await expect(button('Make a link')).toBeVisible()
  expect((await visitor.goto(second))?.status()).toBe(404)
  await expect(visitor.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
})
