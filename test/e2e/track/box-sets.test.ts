import { createFilm, openAs, signUpAdmin, test } from '../support/admin.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect } from '../support/fixtures.ts'
import { type Person, signUp } from '../support/people.ts'

test('a film’s page and the set’s page say how many of its films the person owns', async ({
  page,
  server,
  newVisitor,
}) => {
  const admin = await signUpAdmin(server, 'boxer')
  const { set, films } = await createSet(admin, 'Three Evenings')
  const [first, second] = films
  const person = await signUp(server.url, 'collector')
  await page.setViewportSize({ width: 1280, height: 900 })
  await openAs(page, person, `/spine/${first?.spine}`)
  const box = (title: string) => page.getByRole('checkbox', { name: `DVD of ${title}`, exact: true })
  await expect(page.getByText('You own 0 of its 3 films')).toBeVisible()
  await box('Evening One').check()
  await expect(page.getByText('You own 1 of its 3 films')).toBeVisible()

  await page.getByRole('heading', { name: 'In Three Evenings' }).getByRole('link').click()
  await expect(page).toHaveURL(`/set/${set}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Three Evenings')
  await expect(box('Evening One')).toBeChecked()
  await box('Evening Two').check()
  await expect(page.getByText('You own 2 of its 3 films')).toBeVisible()
  await expect(page.getByText('A Night Without a Spine', { exact: true })).toBeVisible()
  await expect(page.getByText('Missing: A Night Without a Spine')).toBeVisible()
  await expect(page.getByRole('link', { name: 'A Night Without a Spine' })).toHaveCount(0)
  await expectAccessible(page, 'the page of a set')
  await page.getByRole('link', { name: 'Evening Two' }).click()
  await expect(page).toHaveURL(`/spine/${second?.spine}`)
  await expect(page.getByText('You own 2 of its 3 films')).toBeVisible()
  await expectAccessible(page, 'the page of a film in a set')

  const visitor = await newVisitor()
  await visitor.goto(`/set/${set}`)
  await expect(visitor.getByText('3 films', { exact: true })).toBeVisible()
  await expect(visitor.getByRole('checkbox')).toHaveCount(0)
})

test('a set says that the person owns every film of it', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'completer')
  const one = await createFilm(admin, 'Allein')
  const { data: set } = await admin.client
    .from('sets')
    .insert({ title: `Solo ${one.spine}` })
    .select('id')
    .single()
    .throwOnError()
  await admin.client.from('set_films').insert({ set_id: set.id, position: 1, film_id: one.id }).throwOnError()
  await openAs(page, await signUp(server.url, 'owner'), `/set/${set.id}`)
  await page.getByRole('checkbox', { name: 'DVD of Allein' }).check()
  await expect(page.getByText('You own All 1')).toBeVisible()
})

test('a set with a spine of its own is shown at that spine, also within the site', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'spiner')
  const { set, films } = await createSet(admin, 'Evenings in a Box')
  const own = await createFilm(admin, 'Evenings in a Box')
  await admin.client.from('sets').update({ film_id: own.id }).eq('id', set).throwOnError()
  await page.goto(`/set/${set}`)
  await expect(page).toHaveURL(`/spine/${own.spine}`)
  await expect(page.getByRole('region', { name: 'Films in Evenings in a Box' }).getByRole('link')).toHaveText(
    ['Evening One', 'Evening Two'],
  )
  await page.getByRole('region').getByRole('link', { name: 'Evening One' }).click()
  await page.getByRole('heading', { name: 'In Evenings in a Box' }).getByRole('link').click()
  await expect(page).toHaveURL(`/spine/${own.spine}`)
  expect(films).toHaveLength(2)
})

/** Creates a set of two films with a spine and one without. */
async function createSet(admin: Person, title: string) {
  const films = [await createFilm(admin, 'Evening One'), await createFilm(admin, 'Evening Two')]
  const { data } = await admin.client.from('sets').insert({ title }).select('id').single().throwOnError()
  const places = [
    ...films.map(({ id }) => ({ film_id: id, title: null })),
    { film_id: null, title: 'A Night Without a Spine' },
  ]
  await admin.client
    .from('set_films')
    .insert(places.map((place, index) => ({ ...place, set_id: data.id, position: index + 1 })))
    .throwOnError()
  return { set: data.id, films }
}
