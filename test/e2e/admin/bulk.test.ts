import type { Page } from '@playwright/test'
import { toast } from '../support/account-ui.ts'
import { createFilm, loadFirstTitlesOnly, openAs, signUpAdmin, test } from '../support/admin.ts'
import { expect } from '../support/fixtures.ts'
import type { Person } from '../support/people.ts'

test('an admin sets a format of all matching films in one update, and Undo reverts it', async ({
  page,
  server,
}) => {
  const { admin, films, word } = await withFilms(server, 'sammler', 3)
  await openAs(page, admin, `/admin/titles?q=${word}`)
  const { selectAll, selected, flag, set } = bulk(page)
  await selectAll.check()
  await expect(selected).toHaveText('3 selected')
  await flag.selectOption('Blu-ray')
  await set.click()
  await expect(toast(page, 'Updated 3 film formats!')).toContainText('Set Blu-ray.')
  for (const { title } of films) await expect(box(page, `BD of ${title}`)).toBeChecked()
  expect(await column(admin, films, 'bluray')).toEqual([true, true, true])
  const { data: updates } = await admin.client
    .from('film_history')
    .select('update_name, films, id')
    .eq('who', admin.username)
    .eq('operation', 'update')
    .throwOnError()
  expect(updates).toEqual([expect.objectContaining({ update_name: 'Set Blu-ray', films: 3 })])

  await toast(page, 'Updated 3 film formats!').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Update undone')).toContainText('3 titles were reverted.')
  await expect(box(page, `BD of ${films[0]?.title}`)).not.toBeChecked()
  expect(await column(admin, films, 'bluray')).toEqual([false, false, false])
})

test('Undo keeps and names the films that another admin has changed since', async ({ page, server }) => {
  const { admin, films, word } = await withFilms(server, 'widerruf', 2)
  const ben = await signUpAdmin(server, 'ben')
  await openAs(page, admin, `/admin/titles?q=${word}`)
  const { selectAll, flag, clear } = bulk(page)
  await selectAll.check()
  await flag.selectOption('DVD')
  await clear.click()
  const done = toast(page, 'Updated 2 film formats!')
  await expect(done).toContainText('Clear DVD.')
  await ben.client
    .from('films')
    .update({ dvd: true })
    .eq('id', films[0]?.id ?? 0)
    .throwOnError()
  await ben.client
    .from('films')
    .update({ dvd_oop: true })
    .eq('id', films[0]?.id ?? 0)
    .throwOnError()
  await done.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Update undone')).toContainText(
    `1 title was reverted. Not reverted, because of a later change: ${films[0]?.title} (${films[0]?.spine}).`,
  )
  expect(await column(admin, films, 'dvd_oop')).toEqual([true, false])
})

test('an update reports how many films could not or need not change', async ({ page, server }) => {
  const { admin, films, word } = await withFilms(server, 'teil', 3)
  await admin.client
    .from('films')
    .update({ laserdisc: true })
    .eq('id', films[1]?.id ?? 0)
    .throwOnError()
  await openAs(page, admin, `/admin/titles?q=${word}`)
  const { selectAll, flag, set } = bulk(page)
  await selectAll.check()
  await flag.selectOption('LaserDisc out of print')
  await set.click()
  await expect(toast(page, 'Updated 1 film formats!')).toContainText(
    'Set LaserDisc out of print; the other 2 already had this value, or do not have the format.',
  )
  expect(await column(admin, films, 'laserdisc_oop')).toEqual([false, true, false])
})

test('an update changes no film if one of them has been deleted', async ({ page, server, problems }) => {
  problems.expect(/change_film_formats/)
  const { admin, films, word } = await withFilms(server, 'ganz', 3)
  await openAs(page, admin, `/admin/titles?q=${word}`)
  const { selectAll, selected, flag, set } = bulk(page)
  await selectAll.check()
  await admin.client
    .from('films')
    .delete()
    .eq('id', films[1]?.id ?? 0)
    .throwOnError()
  await flag.selectOption('4K Ultra HD')
  await set.click()
  await expect(toast(page, 'Failed to update formats')).toContainText('Changed or deleted by someone else')
  await expect(selected, 'the deleted film is no longer selected').toHaveText('2 selected')
  const left = films.filter((_, index) => index !== 1)
  expect(await column(admin, left, 'bluray_4k')).toEqual([false, false])
  await set.click()
  await expect(toast(page, 'Updated 2 film formats!')).toBeVisible()
})

test('an update without a response can be repeated and is made once', async ({ page, server, problems }) => {
  problems.expect(/change_film_formats/)
  const { admin, films, word } = await withFilms(server, 'nochmal', 2)
  await openAs(page, admin, `/admin/titles?q=${word}`)
  const { selectAll, flag, set } = bulk(page)
  await selectAll.check()
  await flag.selectOption('LaserDisc')
  await page.route('**/rpc/change_film_formats', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await set.click()
  const failed = toast(page, 'Failed to update formats')
  await expect(failed).toContainText('could not be reached')
  await page.unrouteAll()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(toast(page, 'Updated 2 film formats!')).toBeVisible()
  const { data } = await admin.client
    .from('film_history')
    .select('id')
    .eq('film_id', films[0]?.id ?? 0)
    .eq('operation', 'changed')
    .throwOnError()
  expect(data).toHaveLength(1)
})

test('an admin selects rows and ranges with the keyboard, and the selection lasts until another search', async ({
  page,
  server,
}) => {
  await loadFirstTitlesOnly(page)
  await openAs(page, await signUpAdmin(server, 'tasten'), '/admin/titles')
  const { selected, selectAll } = bulk(page)
  await box(page, 'Select Grand Illusion').focus()
  await page.keyboard.press('Space')
  await expect(selected).toHaveText('1 selected')
  await box(page, 'Select The 400 Blows').focus()
  await page.keyboard.press('Shift+Space')
  await expect(selected).toHaveText('5 selected')
  await expect(selectAll).toBeChecked({ indeterminate: true })
  await box(page, 'Select Seven Samurai').click()
  await expect(selected).toHaveText('4 selected')
  await box(page, 'Select Amarcord').click({ modifiers: ['Shift'] })
  await expect(selected, 'Shift also deselects a range').toHaveText('2 selected')

  await page.keyboard.press('End')
  await expect(page.getByRole('group', { name: 'Change what is selected' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('searchbox', { name: 'Search the titles' }).fill('kurosawa')
  await expect(selected, 'another search clears the selection').toHaveText('')
})

test('Select all selects the titles that have not loaded yet', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'eilig')
  await loadFirstTitlesOnly(page)
  await openAs(page, admin, '/admin/titles')
  await expect(page.getByText(/^Showing 100 of/)).toBeVisible()
  const { selectAll, selected } = bulk(page)
  await selectAll.click()
  const { count } = await admin.client.from('films').select('id', { count: 'exact', head: true })
  await expect(selected).toHaveText(`${count?.toLocaleString('en')} selected`)
})

test('a person who is no longer an admin changes no film with an update', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/change_film_formats/)
  const { admin, films, word } = await withFilms(server, 'vorbei', 2)
  const other = await signUpAdmin(server, 'bleibt')
  await openAs(page, admin, `/admin/titles?q=${word}`)
  const { selectAll, flag, set } = bulk(page)
  await selectAll.check()
  await flag.selectOption('Blu-ray')
  await server.admin('revoke', admin.username)
  await set.click()
  await expect(toast(page, 'Failed to update formats')).toContainText('no longer an admin')
  await expect(page).toHaveURL('/')
  expect(await column(other, films, 'bluray')).toEqual([false, false])
})

function bulk(page: Page) {
  return {
    selectAll: page.getByRole('checkbox', { name: /^Select all( that match)?$/ }),
    selected: page.getByRole('region', { name: 'Titles' }).locator('p[role=status]').first(),
    flag: page.getByRole('combobox', { name: 'Flag' }),
    set: page.getByRole('button', { name: /^Set .* selected titles?$/ }),
    clear: page.getByRole('button', { name: /^Clear .* selected titles?$/ }),
  }
}

function box(page: Page, name: string) {
  return page.getByRole('checkbox', { name, exact: true })
}

/** Creates films with a title word that no other film has. */
async function withFilms(server: Parameters<typeof signUpAdmin>[0], name: string, count: number) {
  const admin = await signUpAdmin(server, name)
  const word = `${name}${Math.floor(Math.random() * 1e9)}`
  const first = await createFilm(admin, `${word} 1`)
  const films = [first]
  for (let number = 2; number <= count; number++) {
    films.push(await createFilm(admin, `${word} ${number}`, { spine: first.spine + number - 1 }))
  }
  return { admin, word, films }
}

async function column(
  { client }: Person,
  films: readonly { id: number }[],
  flag: 'dvd_oop' | 'laserdisc_oop' | 'bluray' | 'bluray_4k',
): Promise<boolean[]> {
  const ids = films.map(({ id }) => id)
  const { data } = await client.from('films').select().in('id', ids).order('spine').throwOnError()
  return data.map((film) => film[flag])
}
