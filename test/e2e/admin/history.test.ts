import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { toast } from '../support/account-ui.ts'
import { createFilm, filmForm, openAs, signUpAdmin, test } from '../support/admin.ts'
import { expectAccessible } from '../support/axe.ts'
import { holdConnectionChecks } from '../support/connection-checks.ts'
import { expect } from '../support/fixtures.ts'
import { type Person, signUp } from '../support/people.ts'

function history(page: Page) {
  return {
    entryOf: (text: string) =>
      page
        .getByRole('main')
        .locator('li')
        .filter({ has: page.locator('time') })
        .filter({ hasText: text }),
    search: page.getByRole('searchbox', { name: 'Search the history' }),
    heading: (name: string) => page.getByRole('heading', { level: 1, name, exact: true }),
  }
}

test('the history of a film shows who changed which field, with both values', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'sara')
  const film = await createFilm(admin, 'Vorher', { country: null })
  const change = (values: object) =>
    admin.client.from('films').update(values).eq('id', film.id).throwOnError()
  await change({
    title: 'Nachher',
    dvd: false,
    country: 'Japan',
    imdb_link: 'https://www.imdb.com/title/tt1/',
  })
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  await page.getByRole('link', { name: 'History of Nachher' }).click()
  await expect(page).toHaveURL(`/admin/history?film=${film.id}`)
  await expect(page).toHaveTitle(/^History/)
  await expect(history(page).heading('History of “Nachher”')).toBeVisible()
  const entries = history(page).entryOf(admin.username)
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText('Changed')
  await expect(entries.first().getByRole('list').getByRole('listitem')).toHaveText([
    'Title: “Vorher” → “Nachher”',
    'Country: none → Japan',
    'Sort title: Vorher → Nachher',
    'DVD: yes → no',
    'IMDb: none → imdb.com/title/tt1',
  ])
  await expect(entries.last()).toContainText('Added')
  await expect(entries.last()).toContainText('Nadia Nobody · 1999 · DVD')
  const time = entries.first().locator('time')
  expect(Date.now() - Date.parse((await time.getAttribute('datetime')) ?? '')).toBeLessThan(60_000)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Today')

  await page.getByRole('link', { name: 'Title Management' }).click()
  await expect(page).toHaveURL('/admin/titles')
})

test('an admin restores a deleted film from the history with all marks', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/restore_film/)
  const admin = await signUpAdmin(server, 'tess')
  const reader = await signUp(server.url, 'ugo')
  const film = await createFilm(admin, 'Zurück')
  await reader.client.from('user_watched').insert({ film_id: film.id }).throwOnError()
  await admin.client.from('films').delete().eq('id', film.id).throwOnError()
  const usurper = await createFilm(admin, 'Thronräuber', { spine: film.spine })

  await openAs(page, admin, `/admin/history?film=${film.id}`)
  const back = page.getByRole('button', { name: 'Restore Zurück' })
  await back.click()
  await expect(toast(page, 'Failed to restore film')).toContainText(
    `Spine ${film.spine} now belongs to “Thronräuber”. Give that film another spine first.`,
  )
  await admin.client
    .from('films')
    .update({ spine: film.spine + 1 })
    .eq('id', usurper.id)
    .throwOnError()
  await back.click()
  await expect(toast(page, 'Film restored')).toBeVisible()
  await expect(history(page).entryOf('Restored')).toBeVisible()
  await expect(back).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  const { data } = await reader.client
    .from('user_watched')
    .select('film_id')
    .match({ user_id: reader.session.user.id, film_id: film.id })
  expect(data).toHaveLength(1)
})

test('the history of a box set names its films, undoes a change and restores the set', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/restore_set|revert_film_change/)
  const admin = await signUpAdmin(server, 'suse')
  const reader = await signUp(server.url, 'sepp')
  const films = [await createFilm(admin, 'Erster Teil'), await createFilm(admin, 'Zweiter Teil')]
  const title = `Kiste ${randomUUID()}`
  const members = films.map(({ id }) => ({ film_id: id }))
  const { data: set } = await admin.client
    .from('sets')
    .insert({ title, films: members })
    .select('id')
    .single()
    .throwOnError()
  const { data: ticked } = await reader.client
    .from('user_sets')
    .insert({ set_id: set.id, owns_dvd: true })
    .select()
    .throwOnError()
  const edit = (values: object) => admin.client.from('sets').update(values).eq('id', set.id).throwOnError()
  await edit({ films: [members[1], { title: 'Ein Kurzfilm' }] })

  await openAs(page, admin, `/admin/history?${new URLSearchParams({ q: title })}`)
  const { entryOf } = history(page)
  await expect(entryOf('Added: Ein Kurzfilm').getByRole('listitem')).toHaveText([
    'Added: Ein Kurzfilm',
    'Taken out: Erster Teil',
  ])
  const undo = page.getByRole('button', { name: `Undo the change of ${title}` })

  // Another admin changes the set before the click.
  await edit({ films: [] })
  await undo.click()
  await expect(toast(page, 'Failed to undo the change')).toContainText('It was changed again since')
  await expect(entryOf('Taken out: Zweiter Teil, Ein Kurzfilm')).toBeVisible()
  await expect(undo, 'the latest change only').toHaveCount(1)
  await undo.click()
  await expect(toast(page, 'Change undone')).toBeVisible()
  await expect(entryOf('Added: Zweiter Teil, Ein Kurzfilm')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await admin.client.from('sets').delete().eq('id', set.id).throwOnError()
  const { data: usurper } = await admin.client
    .from('sets')
    .insert({ title })
    .select('id')
    .single()
    .throwOnError()
  await page.reload()
  const restore = page.getByRole('button', { name: `Restore ${title}` })
  await restore.click()
  await expect(toast(page, 'Failed to restore box set')).toContainText(`The box set “${title}” now has`)
  await admin.client.from('sets').delete().eq('id', usurper.id).throwOnError()
  await page.reload()
  await entryOf('Deleted')
    .filter({ hasText: '2 films' })
    .getByRole('button', { name: `Restore ${title}` })
    .click()
  await expect(toast(page, 'Box set restored')).toBeVisible()
  await expect(entryOf('Restored')).toContainText('2 films')
  const { data } = await reader.client.from('user_sets').select().eq('set_id', set.id).throwOnError()
  expect(data).toEqual(ticked)
})

test('an admin searches the history by title, spine, person and update', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'vera')
  const film = await createFilm(admin, 'Žižkov ½ dvd')
  await openAs(page, admin, '/admin/history')
  const { search, entryOf } = history(page)
  for (const words of ['zizkov 1/2', String(film.spine), admin.username, 'ZIZKOV dvd']) {
    await search.fill(words)
    await expect(page).toHaveURL(`/admin/history?${new URLSearchParams({ q: words })}`)
    await expect(page.getByText(`Entries that match “${words}”.`)).toBeVisible()
    await expect(entryOf('Žižkov')).toHaveCount(1)
  }
  await search.fill('nothing has this name')
  await expect(page.getByText('Nothing in the history matches “nothing has this name”.')).toBeVisible()
  await page.reload()
  await expect(search).toHaveValue('nothing has this name')
})

test('an update is one entry in the history, and its revert keeps newer changes', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'wilma')
  const name = `Update ${randomUUID()}`
  const films = [
    await createFilm(admin, 'Eins'),
    await createFilm(admin, 'Zwei'),
    await createFilm(admin, 'Drei'),
  ]
  await updateFormats(admin, name, films)
  await admin.client
    .from('films')
    .update({ laserdisc: false })
    .eq('id', films[2]?.id ?? 0)
    .throwOnError()

  await openAs(page, admin, `/admin/history?q=${admin.username}`)
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect(page).toHaveURL(/update=/)
  const { heading, entryOf } = history(page)
  await expect(heading(name)).toBeVisible()
  await expect(page.getByText(`3 films, by ${admin.username}`)).toBeVisible()
  await expect(entryOf('LaserDisc: no → yes')).toHaveCount(3)

  await page.goto('/admin/history')
  const entry = entryOf(name)
  await expect(entry, 'one entry for all films').toHaveCount(1)
  await expect(entry).toContainText('3 films')
  await entry.getByRole('button', { name: `Revert ${name}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toHaveAccessibleName('Revert this update?')
  await question.getByRole('button', { name: 'Revert 3 films' }).click()
  await expect(question.getByRole('status')).toContainText('2 films were reverted. 1 film was not')
  await expect(question.getByRole('listitem')).toHaveText([`${films[2]?.spine} Drei`])
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(entryOf(`Revert of ${name}`)).toContainText('2 films')
  await expect(entryOf(name).filter({ hasText: 'Reverted' })).toHaveCount(1)
  const { data } = await admin.client
    .from('films')
    .select('laserdisc')
    .in(
      'id',
      films.map(({ id }) => id),
    )
  expect(data?.map(({ laserdisc }) => laserdisc)).toEqual([false, false, false])
})

test('a revert without a response can be repeated and reports all films', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/revert_film_update/)
  const admin = await signUpAdmin(server, 'xenia')
  const name = `Update ${randomUUID()}`
  await updateFormats(admin, name, [await createFilm(admin, 'Vier'), await createFilm(admin, 'Fünf')])
  await openAs(page, admin, '/admin/history')
  await page.getByRole('button', { name: `Revert ${name}` }).click()
  const question = page.getByRole('alertdialog')
  await page.route('**/rpc/revert_film_update', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await question.getByRole('button', { name: 'Revert 2 films' }).click()
  await expect(question.getByRole('alert')).toContainText('could not be reached')
  await page.unrouteAll()
  await question.getByRole('button', { name: 'Revert 2 films' }).click()
  await expect(question.getByRole('status')).toHaveText('2 films were reverted.')
})

test('the history keeps the changes of a deleted account without its name', async ({ page, server }) => {
  // A second admin, because the last one cannot delete their account.
  const admin = await signUpAdmin(server, 'zoe')
  const former = await signUpAdmin(server, 'yara')
  const film = await createFilm(former, 'Nachlass')
  await former.client.rpc('delete_account', { username: former.username }).throwOnError()
  await openAs(page, admin, `/admin/history?film=${film.id}`)
  await expect(history(page).entryOf('deleted account')).toContainText('Nachlass')
})

test('the history loads further entries on demand and shows a message if it cannot', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/film_history/)
  const admin = await signUpAdmin(server, 'abel')
  const film = await createFilm(admin, 'Viel')
  for (let year = 1900; year < 1955; year++) {
    await admin.client.from('films').update({ year }).eq('id', film.id).throwOnError()
  }
  await holdConnectionChecks(page)
  await page.route('**/rest/v1/film_history*', (route) => route.abort('connectionrefused'))
  await openAs(page, admin, `/admin/history?film=${film.id}`)
  await expect(page.getByText('The history could not be loaded.')).toBeVisible()
  await page.unroute('**/rest/v1/film_history*')
  await page.getByRole('button', { name: 'Try again' }).click()
  const entries = history(page).entryOf(admin.username)
  await expect(entries).toHaveCount(50)
  await page.route('**/rest/v1/film_history*', (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText('The earlier entries could not be loaded.')).toBeVisible()
  await page.unroute('**/rest/v1/film_history*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(entries).toHaveCount(56)
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()
})

test('a person who is no longer an admin restores no film and is redirected to the home page', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/restore_film/)
  const admin = await signUpAdmin(server, 'former')
  const film = await createFilm(admin, 'Gone for Good')
  await admin.client.from('films').delete().eq('id', film.id).throwOnError()
  await openAs(page, admin, `/admin/history?film=${film.id}`)
  const restore = page.getByRole('button', { name: 'Restore Gone for Good' })
  await expect(restore).toBeVisible()

  await server.admin('revoke', admin.username)
  await restore.click()
  await expect(toast(page, 'Failed to restore film')).toContainText('Only admins change the catalogue.')
  await expect(page).toHaveURL('/')
})

test('a person who is not an admin sees the history neither on its page nor through the API', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'bodo')
  const film = await createFilm(admin, 'Geheim')
  const reader = await signUp(server.url, 'cara')
  await openAs(page, reader, `/admin/history?film=${film.id}`)
  await expect(toast(page, 'Access denied')).toBeVisible()
  await expect(page).toHaveURL('/')
  const historySeenBy = (person: Person) =>
    person.client.from('film_history').select('id').eq('film_id', film.id).throwOnError()
  expect((await historySeenBy(admin)).data).toHaveLength(1)
  expect((await historySeenBy(reader)).data).toHaveLength(0)
})

test('axe finds no violation in the forms, dialogs and history of admins, and all fit 320 px', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'dana')
  const film = await createFilm(admin, 'Streng geprüft')
  await updateFormats(admin, 'Update for axe', [film])
  const deleted = await createFilm(admin, 'Weg')
  await admin.client.from('films').delete().eq('id', deleted.id).throwOnError()
  const { add, addTitle, edit, remove } = filmForm(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })

  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  await edit('Streng geprüft').click()
  await expectAccessible(page, 'an edit', { widths: [1280, 320] })
  await page.goto(`/admin/titles?q=${film.spine}`)
  await add.click()
  await addTitle.click()
  await expect(page.getByText('Title is empty.')).toBeVisible()
  await expectAccessible(page, 'a new title with everything wrong', { widths: [1280, 320] })
  await page.goto(`/admin/titles?q=${film.spine}`)
  await remove('Streng geprüft').click()
  await expect(page.getByText('Nobody tracks it.')).toBeVisible()
  await expectAccessible(page, 'the question before a deletion', { widths: [1280, 320] })
  await page.goto(`/admin/history?q=${admin.username}`)
  await expect(page.getByRole('button', { name: 'Restore Weg' })).toBeVisible()
  await expectAccessible(page, 'the history', { widths: [1280, 320] })
  await page.getByRole('button', { name: 'Revert Update for axe' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, 'the question before a revert', { widths: [1280, 320] })
})

function updateFormats({ client }: Person, name: string, films: readonly { id: number }[]) {
  const changes = films.map(({ id }) => ({ id, after: { laserdisc: true } }))
  return client
    .rpc('change_film_formats', { update_id: randomUUID(), update_name: name, changes })
    .throwOnError()
}
