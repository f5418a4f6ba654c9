import { endedNotice, signInFromForm, signOutInOtherTab } from '../support/account-ui.ts'
import { createFilm, filmForm, openAs, signUpAdmin, test, unusedSpine } from '../support/admin.ts'
import { expect } from '../support/fixtures.ts'
import { signInOnAnotherDevice, signUp } from '../support/people.ts'

test('a film that is edited while the session ends elsewhere keeps what was typed, and is saved after signing in again', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/40[13]/)
  const admin = await signUpAdmin(server, 'ended-edit')
  const { id, spine } = await createFilm(admin, 'Kept in the form')
  const { edit, field, save, question } = filmForm(page)
  for (const [address, button] of [
    ['/admin/titles?q=kept+in+the+form', edit('Kept in the form')],
    [`/spine/${spine}`, page.getByRole('button', { name: 'Edit', exact: true })],
  ] as const) {
    const session = await signInOnAnotherDevice(admin)
    await openAs(page, session, address)
    await button.click()
    const director = `Typed on ${address}`
    await field('Director').fill(director)
    await session.client.auth.signOut({ scope: 'local' })
    await save.click()
    await expect(endedNotice(page)).toBeVisible()
    await expect(field('Director')).toHaveValue(director)
    await save.click()
    await expect(question).toHaveCount(0)
    await signInFromForm(page, admin.username)
    await expect(field('Director')).toHaveValue(director)
    await save.click()
    await expect(field('Director')).toHaveCount(0)
    const { data } = await admin.client.from('films').select('director').eq('id', id).single().throwOnError()
    expect(data).toEqual({ director })
  }
})

test('a new title that is typed while another tab signs out keeps what was typed, and is added after signing in again', async ({
  page,
  context,
  server,
}) => {
  const admin = await signUpAdmin(server, 'ended-add')
  await openAs(page, admin, '/admin/titles?q=grand+illusion')
  const { add, addTitle, field } = filmForm(page)
  await add.click()
  const spine = String(unusedSpine())
  await field('Spine').fill(spine)
  await field('Title').fill('Kept in the dialog')
  await field('Director').fill('Someone')
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(endedNotice(page)).toBeVisible()
  await expect(field('Title')).toHaveValue('Kept in the dialog')
  await signInFromForm(page, admin.username)
  await expect(field('Title')).toHaveValue('Kept in the dialog')
  await addTitle.click()
  await expect(filmForm(page).toast('Film added successfully')).toBeVisible()
})

test('the form of an admin closes when another person signs in, and shows them nothing that was typed', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'ended-first')
  const other = await signUpAdmin(server, 'ended-second')
  const visitor = await signUp(server.url, 'ended-third')
  const { spine } = await createFilm(admin, 'Typed by the first')
  const { edit, field } = filmForm(page)
  for (const [address, button, next] of [
    ['/admin/titles?q=typed+by+the+first', edit('Typed by the first'), other],
    [`/spine/${spine}`, page.getByRole('button', { name: 'Edit', exact: true }), visitor],
  ] as const) {
    await openAs(page, await signInOnAnotherDevice(admin), address)
    await button.click()
    await field('Director').fill('A private draft')
    await signOutInOtherTab(page)
    await expect(endedNotice(page)).toBeVisible()
    await expect(field('Director')).toHaveValue('A private draft')
    await signInFromForm(page, next.username)
    await expect(field('Director')).toHaveCount(0)
    await expect(page.getByText('Typed by the first').first()).toBeVisible()
  }
})
