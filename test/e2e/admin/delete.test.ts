import { createFilm, filmForm, openAs, signUpAdmin, test } from '../support/admin.ts'
import { holdConnectionChecks } from '../support/connection-checks.ts'
import { expect } from '../support/fixtures.ts'
import { type Person, signUp } from '../support/people.ts'

test('deleting a film first shows how many people track it, and Undo restores it with their marks', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'lara')
  const [owner, other] = [await signUp(server.url, 'mia'), await signUp(server.url, 'noor')]
  const film = await createFilm(admin, 'Abschied')
  await createFilm(admin, 'Abschied, Fortsetzung', { spine: film.spine + 1, director: film.spine.toString() })
  await owner.client.from('user_ownership').insert({ film_id: film.id, owns_dvd: true }).throwOnError()
  await owner.client.from('user_watched').insert({ film_id: film.id }).throwOnError()
  await other.client.from('user_wishlist').insert({ film_id: film.id }).throwOnError()

  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const { edit, remove, question, toast } = filmForm(page)
  await remove('Abschied').click()
  await expect(question).toHaveAccessibleName('Are you sure you want to delete this film?')
  await expect(question).toHaveAccessibleDescription(/Spine \d+, Abschied\..*2 people track it\./)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(remove('Abschied')).toBeFocused()

  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Delete film' }).click()
  const done = toast('Film deleted successfully')
  await expect(done).toBeVisible()
  await expect(edit('Abschied')).toBeHidden()
  await expect(edit('Abschied, Fortsetzung'), 'the focus moves to the next film').toBeFocused()
  expect(await tracked(owner, film.id)).toEqual({ owned: [], watched: 0, wished: 0 })

  await done.getByRole('button', { name: 'Undo' }).click()
  await expect(toast('Film restored')).toBeVisible()
  await expect(edit('Abschied')).toBeVisible()
  expect(await tracked(owner, film.id)).toEqual({ owned: [true], watched: 1, wished: 0 })
  expect(await tracked(other, film.id)).toEqual({ owned: [], watched: 0, wished: 1 })
})

test('the dialog that deletes a film reports a failed count of people and can repeat it', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/count_film_trackers/)
  const admin = await signUpAdmin(server, 'olga')
  const film = await createFilm(admin, 'Niemand')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const { remove, question } = filmForm(page)
  await holdConnectionChecks(page)
  const counting = Promise.withResolvers<void>()
  await page.route('**/rpc/count_film_trackers*', async (route) => {
    await counting.promise
    await route.abort('connectionrefused')
  })
  await remove('Niemand').click()
  await expect(question).toContainText('Counting the people who track it...')
  counting.resolve()
  await expect(question).toContainText('The people who track it could not be counted.')
  await page.unroute('**/rpc/count_film_trackers*')
  await question.getByRole('button', { name: 'Try again' }).click()
  await expect(question).toContainText('Nobody tracks it.')
})

test('a failed deletion shows the reason', async ({ page, server, problems }) => {
  problems.expect(/\/rest\/v1\/films/)
  const admin = await signUpAdmin(server, 'pia')
  const film = await createFilm(admin, 'Bleibt')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const { remove, question, toast } = filmForm(page)
  await remove('Bleibt').click()
  await page.route('**/rest/v1/films?*', (route) => route.abort('connectionrefused'))
  await question.getByRole('button', { name: 'Delete film' }).click()
  await expect(toast('Failed to delete film')).toContainText('could not be reached')
  await page.unrouteAll()
  await admin.client.from('films').delete().eq('id', film.id).throwOnError()
  await question.getByRole('button', { name: 'Delete film' }).click()
  await expect(toast('Failed to delete film').filter({ hasText: 'has deleted the film' })).toBeVisible()
})

test('Undo of a deletion reports that another film has the spine', async ({ page, server, problems }) => {
  problems.expect(/restore_film/)
  const admin = await signUpAdmin(server, 'rosa')
  const film = await createFilm(admin, 'Platz')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const { remove, question, toast } = filmForm(page)
  await remove('Platz').click()
  await question.getByRole('button', { name: 'Delete film' }).click()
  const done = toast('Film deleted successfully')
  await expect(done).toBeVisible()
  await createFilm(admin, 'Nachrücker', { spine: film.spine })
  await done.getByRole('button', { name: 'Undo' }).click()
  await expect(toast('Failed to restore film')).toContainText(
    `Spine ${film.spine} now belongs to “Nachrücker”.`,
  )
})

async function tracked({ client, session }: Person, film: number) {
  const mine = { film_id: film, user_id: session.user.id }
  const [owned, watched, wished] = await Promise.all([
    client.from('user_ownership').select('owns_dvd').match(mine).throwOnError(),
    client.from('user_watched').select('id').match(mine).throwOnError(),
    client.from('user_wishlist').select('id').match(mine).throwOnError(),
  ])
  return {
    owned: owned.data.map(({ owns_dvd }) => owns_dvd),
    watched: watched.data.length,
    wished: wished.data.length,
  }
}
