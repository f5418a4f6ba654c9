import { createFilm, filmForm, openAs, signUpAdmin, test, unusedSpine } from '../support/admin.ts'
import { expect } from '../support/fixtures.ts'
import { type Person, signUp } from '../support/people.ts'

test('the form of a new title shows all errors and then adds the film', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/\/rest\/v1\/films/)
  const admin = await signUpAdmin(server, 'ada')
  // A search with few titles, because queries by role take longer than a toast is shown if all titles are loaded.
  await openAs(page, admin, '/admin/titles?q=grand+illusion')
  const { field, box, add, addTitle, alert, toast } = filmForm(page)
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Add New Title' })
  await expect(field('Spine')).toHaveValue(String(await nextSpine(admin)))
  await expect(field('Year')).toHaveValue(String(new Date().getFullYear()))
  await field('Spine').fill('0')
  await addTitle.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Please fill in required fields (spine, title, director)',
  )
  await expect(field('Spine')).toBeFocused()
  await expect(field('Spine')).toHaveAccessibleDescription(/^Spine must be a whole number from 1/)
  await expect(field('Title')).toHaveAccessibleDescription('Title is empty.')
  await expect(field('Director')).toHaveAccessibleDescription('Director is empty.')

  await field('Spine').fill('1')
  await field('Title').fill('  Un film ')
  await field('Director').fill('Agnès Quelqu’une')
  await expect(alert).toHaveText('')
  for (const [name, value, sentence] of [
    ['Year', '1492', 'Year must be a year from 1870 to 2100, or empty.'],
    ['IMDb', 'javascript:alert(1)', 'The IMDb link must be an http(s) address, or empty.'],
    ['Box art', 'https://example.org/a b', 'The box art has a blank within the address.'],
  ] as const) {
    await field(name).fill(value)
    await addTitle.click()
    await expect(field(name)).toHaveAccessibleDescription(sentence)
    await expect(field(name)).toBeFocused()
    await field(name).fill('')
  }

  await addTitle.click()
  await expect(field('Spine')).toHaveAccessibleDescription('Spine 1 already belongs to “Grand Illusion”.')
  await expect(toast('Failed to add film')).toContainText('already belongs to “Grand Illusion”.')

  const spine = unusedSpine()
  await field('Spine').fill(String(spine))
  await box('DVD').check()
  await box('DVD out of print').check()
  await box('Blu-ray').check()
  await expect(box('LaserDisc out of print')).toBeHidden()
  await field('Title').press('Enter')
  await expect(toast('Film added successfully')).toContainText('Un film')
  await expect(dialog).toBeHidden()
  const { data: film } = await admin.client.from('films').select().eq('spine', spine).single()
  expect(film).toMatchObject({
    title: 'Un film',
    director: 'Agnès Quelqu’une',
    year: null,
    country: null,
    imdb_link: null,
    dvd: true,
    dvd_oop: true,
    bluray: true,
    bluray_oop: false,
    laserdisc: false,
  })
  await page.goto(`/admin/titles?q=${spine}`)
  await expect(filmForm(page).edit('Un film')).toBeVisible()
})

test('an admin adds several titles in sequence, each with the next spine proposed', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'amy')
  await openAs(page, admin, '/admin/titles?q=grand+illusion')
  const { field, box, add, addTitle, addAndNext, question, toast } = filmForm(page)
  const dialog = page.getByRole('dialog', { name: 'Add New Title' })
  const first = await nextSpine(admin)
  await add.click()
  await expect(field('Spine')).toBeFocused()
  await expect(field('Spine')).toHaveValue(String(first))
  await page.keyboard.type(`0${first + 2}`)
  await expect(field('Spine'), 'replaces the proposal').toHaveValue(`0${first + 2}`)
  await field('Title').fill('Eins')
  await field('Director').fill('Amy')
  await box('DVD').check()
  await addAndNext.click()
  await expect(toast('Film added successfully')).toContainText(`Spine ${first + 2}, “Eins”.`)

  await expect(field('Spine')).toBeFocused()
  await expect(field('Spine')).toHaveValue(String(first + 3))
  for (const name of ['Title', 'Director', 'Country']) await expect(field(name)).toHaveValue('')
  await expect(box('DVD')).not.toBeChecked()
  await field('Title').fill('Zwei')
  await field('Spine').click()
  await page.keyboard.type(String(first))
  await expect(field('Spine'), 'a click also selects it').toHaveValue(String(first))
  await field('Director').fill('Amy')
  await field('Director').press('Enter')
  await expect(dialog).toBeHidden()

  await add.click()
  await expect(field('Spine')).toHaveValue(String(first + 3))
  await page.keyboard.press('Escape')
  await expect(question, 'a proposed spine does not count as typed').toBeHidden()
  await expect(dialog).toBeHidden()
  const { data } = await admin.client.from('films').select('spine, title').gte('spine', first).order('spine')
  expect(data).toEqual([
    { spine: first, title: 'Zwei' },
    { spine: first + 2, title: 'Eins' },
  ])
  await add.click()
  await expect(addTitle).toBeVisible()
})

test('the buttons of a new title stay in view on every screen, also above an on-screen keyboard', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'aki')
  await openAs(page, admin, '/admin/titles?q=grand+illusion')
  const { field, add, addTitle, addAndNext, cancel } = filmForm(page)
  await add.click()
  for (const [width, height] of [
    [320, 568],
    [320, 320],
    [390, 844],
    [390, 480],
    [1280, 800],
    [2560, 600],
  ] as const) {
    await page.setViewportSize({ width, height })
    const [form, first] = await Promise.all([
      page.getByRole('form', { name: 'New title' }).boundingBox(),
      cancel.boundingBox(),
    ])
    expect((first?.x ?? 0) + 14, 'within the dialog').toBeGreaterThanOrEqual(form?.x ?? 0)
    for (const name of ['Spine', 'Country', 'eBay']) {
      await field(name).focus()
      await expect(field(name)).toBeInViewport({ ratio: 1 })
      for (const button of [addTitle, addAndNext]) await expect(button).toBeInViewport({ ratio: 1 })
      const [below, line] = await Promise.all([addTitle.boundingBox(), field(name).boundingBox()])
      expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    }
  }
})

test('an admin edits every field of a film, and the request contains only the changed fields', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'bea')
  const film = await createFilm(admin, 'Bevor', { dvd_oop: true, amazon_link: 'https://amazon.example/1' })
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const { field, box, edit, save, toast } = filmForm(page)
  await edit('Bevor').click()
  await expect(field('Spine')).toBeFocused()
  const spine = unusedSpine()
  const texts = {
    Spine: String(spine),
    Title: 'Nachher ½',
    Director: 'Ōzu',
    Country: 'Japan',
    Year: '1953',
    'Running time': '95',
    Language: 'Japanese, English',
    'Sort title': 'Nachher, danach',
    'TMDB id': '777',
    'Other titles': 'Später | Danach',
    'Other IMDb ids': 'tt0000007',
    'Product page': 'https://example.org/p',
    'Box art': 'https://example.org/b.jpg',
    IMDb: 'https://example.org/i',
    Letterboxd: 'https://example.org/l',
    Wikipedia: 'https://example.org/w',
    'Blu-ray.com': 'https://example.org/d',
    Amazon: '',
    eBay: 'http://example.org/e',
  }
  for (const [name, value] of Object.entries(texts)) await field(name).fill(value)
  await expect(box('DVD out of print')).toBeChecked()
  await box('DVD').uncheck()
  await expect(box('DVD out of print'), 'is removed with its format').toBeHidden()
  await box('DVD').check()
  await expect(box('DVD out of print')).not.toBeChecked()
  for (const name of ['LaserDisc', 'Blu-ray', '4K Ultra HD']) {
    await box(name).check()
    await box(`${name} out of print`).check()
  }
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await save.click()
  await expect(toast('Film updated successfully')).toBeVisible()
  await expect(page.getByRole('main'), 'the row no longer matches the search').toBeFocused()
  expect((await sent).postDataJSON(), 'DVD is unchanged').not.toHaveProperty('dvd')
  const { data } = await admin.client.from('films').select().eq('id', film.id).single()
  expect(data).toMatchObject({
    spine,
    title: 'Nachher ½',
    director: 'Ōzu',
    country: 'Japan',
    year: 1953,
    running_time: 95,
    language: 'Japanese, English',
    sort_title: 'Nachher, danach',
    sort_director: 'Ōzu',
    tmdb_id: 777,
    aliases: { title: ['Danach', 'Später'], imdb: ['tt0000007'] },
    laserdisc: true,
    laserdisc_oop: true,
    dvd: true,
    dvd_oop: false,
    bluray: true,
    bluray_oop: true,
    bluray_4k: true,
    bluray_4k_oop: true,
    product_url: 'https://example.org/p',
    box_art_url: 'https://example.org/b.jpg',
    imdb_link: 'https://example.org/i',
    letterboxd_link: 'https://example.org/l',
    wikipedia_link: 'https://example.org/w',
    bluray_com_link: 'https://example.org/d',
    amazon_link: null,
    ebay_link: 'http://example.org/e',
  })
})

test('sort names follow the title and the director until an admin types others', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'sonja')
  const film = await createFilm(admin, 'La Notte', { language: 'Italian' })
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const { field, edit, save, toast } = filmForm(page)
  await edit('La Notte').click()
  await expect(field('Sort title')).toHaveValue('Notte')
  await expect(field('Sort director')).toHaveValue('Nobody, Nadia')
  await field('Title').fill('The Night')
  await expect(field('Sort title')).toHaveValue('Night')
  await field('Sort director').fill('Nadia')
  await field('Director').fill('Nadia Somebody')
  await expect(field('Sort director')).toHaveValue('Nadia')
  await save.click()
  await expect(toast('Film updated successfully')).toBeVisible()
  const { data } = await admin.client
    .from('films')
    .select('sort_title, sort_director')
    .eq('id', film.id)
    .single()
  expect(data).toEqual({ sort_title: 'Night', sort_director: 'Nadia' })
})

test('an admin makes a title a box set and changes its films', async ({ page, server, problems }) => {
  problems.expect(/ERR_FAILED/)
  const admin = await signUpAdmin(server, 'bo')
  const [one, two, set] = [
    await createFilm(admin, 'Eins'),
    await createFilm(admin, 'Zwei'),
    await createFilm(admin, 'Beide'),
  ]
  await openAs(page, admin, `/admin/titles?q=${set.spine}`)
  const { field, edit, save, toast } = filmForm(page)
  const add = page.getByRole('button', { name: 'Add a film' })
  await edit('Beide').click()
  await page.getByRole('button', { name: 'This title is a box set' }).press('Enter')
  await expect(field('Title of the set')).toHaveValue('Beide')
  await expect(field('Title of the set')).toBeFocused()
  await field('Spine of film 1').fill(String(one.spine))
  await expect(page.getByText('Eins, 1999')).toBeVisible()
  await add.click()
  await field('Spine of film 2').fill('999999999')
  await add.click()
  await field('Title of film 3').fill('Drei')
  await field('Year of film 3').fill('1964')
  await save.click()
  await expect(page.getByText('No film has spine 999999999.')).toBeVisible()
  await expect(field('Spine of film 2')).toBeFocused()
  await field('Spine of film 2').fill(String(two.spine))
  await page.getByRole('button', { name: 'Move film 3 up' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Move film 2 up' })).toBeFocused()
  await save.click()
  await expect(toast('Film updated successfully')).toBeVisible()
  const films = async () => {
    const { data } = await admin.client.from('sets').select('films').eq('film_id', set.id).single()
    return data?.films
  }
  expect(await films()).toEqual([{ film_id: one.id }, { title: 'Drei', year: 1964 }, { film_id: two.id }])

  await edit('Beide').click()
  await expect(field('Title of film 2')).toHaveValue('Drei')
  await page.getByRole('button', { name: 'Remove film 1' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Remove film 1' })).toBeFocused()
  // The response is lost, and the set is sent again.
  await page.route(
    '**/rest/v1/sets**',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await save.click()
  await expect(field('Title of the set')).toBeHidden()
  expect(await films()).toEqual([{ title: 'Drei', year: 1964 }, { film_id: two.id }])
})

test('the focus stays in a row of a box set while the titles of its films load', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'bea')
  const [one, set] = [await createFilm(admin, 'Première'), await createFilm(admin, 'Les deux')]
  await admin.client
    .from('sets')
    .insert({ film_id: set.id, title: 'Les deux', films: [{ film_id: one.id }, { title: 'Seconde' }] })
    .throwOnError()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/rest/v1/films?*spine=in.*${one.spine}*`, async (route) => {
    await released
    await route.continue()
  })
  await openAs(page, admin, `/admin/titles?q=${set.spine}`)
  const { field, edit } = filmForm(page)
  await edit('Les deux').click()
  await field('Title of film 2').focus()
  release()
  await expect(page.getByText('Première, 1999')).toBeVisible()
  await expect(field('Title of film 2')).toBeFocused()
})

test('the second of two admins who edit a film sees the changes of the first before saving', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'cleo')
  const other = await signUpAdmin(server, 'dora')
  const film = await createFilm(admin, 'Zweimal')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const { field, box, edit, save, alert, toast } = filmForm(page)
  await edit('Zweimal').click()
  await field('Director').fill('Cleo’s Choice')
  await field('Country').fill('Italy')
  await other.client
    .from('films')
    .update({ country: 'Japan', year: 2001, dvd: false })
    .eq('id', film.id)
    .throwOnError()

  await save.click()
  await expect(alert).toHaveText(
    `${other.username} changed this film while you were editing: Country was France, is Japan; Year was 1999, is 2001; DVD was yes, is no.`,
  )
  await expect(alert, 'the alert scrolls into view').toBeInViewport()
  await expect(toast('Failed to update film')).toContainText('was changed while you were editing')
  await expect(field('Year'), 'not changed in this form').toHaveValue('2001')
  await expect(box('DVD'), 'not changed in this form').not.toBeChecked()
  await expect(field('Country'), 'changed by both').toHaveValue('Italy')
  await expect(field('Country')).toHaveAccessibleDescription(
    `${other.username} changed it to Japan. Saving replaces that with your value.`,
  )
  const { data: before } = await admin.client.from('films').select().eq('id', film.id).single()
  expect(before, 'nothing was written').toMatchObject({ director: 'Nadia Nobody', country: 'Japan' })

  await save.click()
  await expect(toast('Film updated successfully')).toBeVisible()
  const { data: after } = await admin.client.from('films').select().eq('id', film.id).single()
  expect(after).toMatchObject({ director: 'Cleo’s Choice', country: 'Italy', year: 2001, dvd: false })
})

test('an open form shows the changes of another admin as soon as the page loads them', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'dina')
  const other = await signUpAdmin(server, 'elif')
  const director = `Director ${unusedSpine()}`
  const film = await createFilm(admin, 'Gleichzeitig', { director })
  await createFilm(admin, 'Nebenan', { director })
  await openAs(page, admin, `/admin/titles?${new URLSearchParams({ q: director })}`)
  const { field, edit, save, remove, question, alert, toast } = filmForm(page)
  await edit('Gleichzeitig').click()
  await field('Title').fill('Gleichzeitig!')
  const spine = unusedSpine()
  await other.client.from('films').update({ country: 'Japan', spine }).eq('id', film.id).throwOnError()
  await remove('Nebenan').click()
  await question.getByRole('button', { name: 'Delete film' }).click()
  await expect(alert).toHaveText(
    `${other.username} changed this film while you were editing: Spine was ${film.spine}, is ${spine}; Country was France, is Japan.`,
  )
  await expect(field('Country')).toHaveValue('Japan')
  await expect(field('Title'), 'the typed text stays').toHaveValue('Gleichzeitig!')
  await field('Title').press('Enter')
  await expect(toast('Film updated successfully')).toBeVisible()
  await expect(save).toBeHidden()
  const { data } = await admin.client.from('films').select('title, country').eq('id', film.id).single()
  expect(data).toEqual({ title: 'Gleichzeitig!', country: 'Japan' })
})

test('an admin restores a film that another admin deleted during the edit', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'edda')
  const other = await signUpAdmin(server, 'fee')
  const film = await createFilm(admin, 'Verloren')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const { field, edit, save, alert, toast } = filmForm(page)
  await edit('Verloren').click()
  await field('Country').fill('Italy')
  await other.client.from('films').delete().eq('id', film.id).throwOnError()
  await save.click()
  await expect(alert).toContainText(`${other.username} deleted this film while you were editing.`)
  await alert.getByRole('button', { name: 'Restore it' }).click()
  await expect(toast('Film restored')).toBeVisible()
  await expect(field('Country')).toHaveValue('Italy')
  await save.click()
  await expect(toast('Film updated successfully')).toBeVisible()
  const { data } = await admin.client.from('films').select('country').eq('id', film.id).single()
  expect(data?.country).toBe('Italy')
})

test('the form shows beside the field that another film has taken the spine', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/response 409|status of 409/)
  const admin = await signUpAdmin(server, 'gina')
  const film = await createFilm(admin, 'Erste')
  const spine = unusedSpine()
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const { field, edit, save } = filmForm(page)
  await edit('Erste').click()
  await field('Spine').fill(String(spine))
  await createFilm(admin, 'Schneller', { spine })
  await save.click()
  await expect(field('Spine')).toHaveAccessibleDescription(`Spine ${spine} already belongs to “Schneller”.`)
  await expect(field('Spine')).toBeFocused()
})

test('an admin who cancels signing out to keep editing stays signed in', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'stayer')
  const film = await createFilm(admin, 'Bleibt')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const { field, edit, question } = filmForm(page)
  await edit('Bleibt').click()
  await field('Country').fill('Italy')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('searchbox').first().fill(`${film.spine} bleibt`)
  await expect(page).toHaveURL(/bleibt/)
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expect(field('Country')).toHaveValue('Italy')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible()
})

test('the form on a film’s page stays when another admin deletes the film', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'page-editor')
  const film = await createFilm(admin, 'Verschwindet')
  await openAs(page, admin, `/spine/${film.spine}`)
  const { field, save, alert } = filmForm(page)
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await field('Country').fill('Italy')
  await admin.client.from('films').delete().eq('id', film.id).throwOnError()
  const read = page.waitForResponse(/\/rest\/v1\/films/)
  await page.evaluate(() => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }
  })
  await read
  await expect(field('Country')).toHaveValue('Italy')
  await save.click()
  await expect(alert).toContainText('deleted this film while you were editing.')
})

test('the form asks before Escape, Cancel or a link discards typed text', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'hanne')
  const film = await createFilm(admin, 'Entwurf')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const { field, edit, add, save, cancel, question } = filmForm(page)
  const keep = question.getByRole('button', { name: 'Keep editing' })
  const discard = question.getByRole('button', { name: 'Discard changes' })

  await edit('Entwurf').click()
  await page.keyboard.press('Escape')
  await expect(save, 'nothing to lose').toBeHidden()
  await expect(edit('Entwurf')).toBeFocused()

  await page.keyboard.press('Enter')
  await field('Country').fill('Italy')
  await field('Country').press('Escape')
  await expect(keep).toBeFocused()
  await keep.click()
  await expect(field('Country')).toHaveValue('Italy')
  await page.getByRole('banner').getByRole('link', { name: 'Criterion Collection Tracker' }).click()
  await expect(question).toContainText('“Entwurf”')
  await keep.click()
  await expect(page).toHaveURL(/\/admin\/titles/)
  await expect(field('Country')).toHaveValue('Italy')
  await cancel.click()
  await discard.click()
  await expect(save).toBeHidden()
  const { data } = await admin.client.from('films').select('country').eq('id', film.id).single()
  expect(data?.country).toBe('France')

  await add.click()
  await field('Title').fill('Something')
  await page.keyboard.press('Escape')
  await keep.click()
  await expect(field('Title')).toHaveValue('Something')
  await page.keyboard.press('Escape')
  await discard.click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(add).toBeFocused()
})

test('a save without a network shows a message and can be repeated', async ({ page, server, problems }) => {
  problems.expect(/\/rest\/v1\/films/)
  const admin = await signUpAdmin(server, 'ines')
  const film = await createFilm(admin, 'Funkloch')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const { field, edit, save, toast } = filmForm(page)
  await edit('Funkloch').click()
  await field('Country').fill('Italy')
  await page.route('**/rest/v1/films?*', (route) => route.abort('connectionrefused'))
  await save.click()
  await expect(toast('Failed to update film')).toContainText('could not be reached')
  await expect(field('Country')).toHaveValue('Italy')
  await page.unrouteAll()
  // The save is written, but its response is lost. The next save must not report it as another admin's change.
  await page.route('**/rest/v1/films?*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH')
  await save.click()
  await lost
  await expect(save).toHaveText('Save')
  await page.unrouteAll()
  await save.click()
  await expect(toast('Film updated successfully')).toBeVisible()
})

test('a person who is no longer an admin cannot save an edit and is redirected to the home page', async ({
  page,
  server,
}) => {
  const admin = await signUpAdmin(server, 'jo')
  const keeper = await signUpAdmin(server, 'kai')
  const film = await createFilm(keeper, 'Entzogen')
  await openAs(page, admin, `/admin/titles?q=${film.spine}`)
  const { field, edit, save, toast } = filmForm(page)
  await edit('Entzogen').click()
  await field('Country').fill('Italy')
  await server.admin('revoke', admin.username)
  await save.click()
  await expect(toast('Failed to update film')).toContainText('you are no longer an admin')
  await expect(toast('Access denied')).toBeVisible()
  await expect(page).toHaveURL('/')
  const { data } = await keeper.client.from('films').select('country').eq('id', film.id).single()
  expect(data?.country).toBe('France')
})

/** Returns the greatest spine of the catalogue plus 1. */
async function nextSpine({ client }: Person): Promise<number> {
  const films = client.from('films').select('spine').order('spine', { ascending: false }).limit(1)
  return ((await films.single().throwOnError()).data.spine ?? 0) + 1
}

test('an admin edits a film on its page, and the page moves to the new spine', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'pager')
  const film = await createFilm(admin, 'Vor Ort')
  await openAs(page, admin, `/spine/${film.spine}`)
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await edit.click()
  const { field, save, cancel } = filmForm(page)
  await expect(page.getByRole('heading', { name: 'Edit Vor Ort' })).toBeVisible()
  await cancel.click()
  await expect(edit).toBeFocused()

  await edit.click()
  await field('Title').fill('An Ort und Stelle')
  await save.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('An Ort und Stelle')
  await expect(page).toHaveTitle(/^An Ort und Stelle/)

  const spine = unusedSpine()
  await edit.click()
  await field('Spine').fill(String(spine))
  await save.click()
  await expect(page).toHaveURL(`/spine/${spine}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('An Ort und Stelle')
  await page.goto(`/spine/${spine}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('An Ort und Stelle')
})

test('a film’s page has no Edit for people who are not admins', async ({ page, server }) => {
  await openAs(page, await signUp(server.url, 'reader'), '/spine/2')
  await expect(page.getByRole('checkbox', { name: 'DVD of Seven Samurai' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
})
