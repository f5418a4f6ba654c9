import { expectAccessible } from '../support/axe.ts'
import { FILMS } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { signInAs, signUp } from '../support/people.ts'

/** A browser without scripts reports that it does not load this one. */
const BLOCKED_SCRIPT = /failed request: csp .*before-paint\.js$/

const inPrintOnBluray = FILMS.filter((film) => film.bluray && !film.bluray_oop)
const total = (films: readonly unknown[]) => new RegExp(`of ${films.length.toLocaleString('en')} titles?$`)

test('filters are chosen beside the list, appear as chips, and are in the address', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('region', { name: 'Filters' })
  await panel.getByRole('checkbox', { name: 'Available on Blu-ray' }).check()
  await panel.getByRole('checkbox', { name: 'In print only' }).check()
  await expect(homePage(page).status).toHaveText(total(inPrintOnBluray))

  const sixties = inPrintOnBluray.filter(({ year }) => year !== null && year >= 1960 && year < 1970)
  await panel.getByRole('slider', { name: 'From the decade' }).fill('1960')
  await panel.getByRole('slider', { name: 'To the decade' }).fill('1960')
  await expect(homePage(page).status).toHaveText(total(sixties))
  await expect(page).toHaveURL('/?available=bluray&inprint=1&from=1960&to=1969')

  const chips = page.getByRole('list', { name: 'Filters' })
  await expect(chips.getByRole('link')).toHaveText(['Blu-ray', 'In print', '1960 – 1969', 'Clear all'])
  await chips.getByRole('link', { name: 'Remove the filter 1960 – 1969' }).press('Enter')
  await expect(homePage(page).status).toHaveText(total(inPrintOnBluray))
  await expect(chips.getByRole('link', { name: 'Clear all' })).toBeFocused()
  await page.goBack()
  await expect(homePage(page).status).toHaveText(total(sixties))
  await page.reload()
  await expect(homePage(page).status).toHaveText(total(sixties))
  await chips.getByRole('link', { name: 'Clear all' }).press('Enter')
  await expect(homePage(page).status).toHaveText(total(FILMS))
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Filters' })).toBeFocused()
})

test('the count beside an option equals the number of films that choosing it shows', async ({ page }) => {
  await page.goto('/?available=bluray')
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('region', { name: 'Filters' })
  await panel.getByRole('searchbox', { name: 'Find a director' }).fill('varda')
  const option = panel.getByRole('checkbox', { name: 'Agnès Varda' })
  const films = FILMS.filter(({ director, bluray }) => bluray && director.includes('Agnès Varda'))
  await expect(option.locator('xpath=ancestor::div[1]')).toContainText(String(films.length))
  await option.check()
  await expect(homePage(page).status).toHaveText(total(films))
  await expect(page).toHaveURL(/available=bluray&director=Agn%C3%A8s\+Varda$/)
})

test('the chosen decades have the counts of their films above their bars', async ({ page }) => {
  await page.goto('/?from=1950&to=1969')
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('region', { name: 'Filters' })
  const counts = [1950, 1960].map((decade) =>
    String(FILMS.filter(({ year }) => year !== null && year >= decade && year < decade + 10).length),
  )
  await expect(panel.locator('svg text')).toHaveText(counts)
  await panel.getByRole('slider', { name: 'To the decade' }).press('ArrowLeft')
  await expect(panel.locator('svg text')).toHaveText(counts.slice(0, 1))
})

test('without a script, the server draws the filtered list and its chips', async ({
  newVisitor,
  problems,
}) => {
  problems.expect(BLOCKED_SCRIPT)
  const page = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/?country=Lesotho')
  const films = FILMS.filter(({ country }) => country === 'Lesotho')
  await expect(homePage(page).cards).toHaveCount(films.length)
  await page.getByRole('link', { name: 'Remove the filter Lesotho' }).click()
  await expect(page).toHaveURL('/')
})

test('without a script, the server draws a profile as a list or a shelf, under its filters', async ({
  newVisitor,
  problems,
  server,
}) => {
  problems.expect(BLOCKED_SCRIPT)
  const person = await signUp(server.url, 'plain')
  const { data: films } = await person.client.from('films').select('id').in('spine', [1, 2, 3]).throwOnError()
  await person.client
    .from('user_ownership')
    .insert(films.map(({ id }) => ({ film_id: id, owns_dvd: true })))
    .throwOnError()
  const page = await newVisitor({ javaScriptEnabled: false })
  const profile = `/${person.username}`
  await page.goto(`${profile}?view=list`)
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.goto(`${profile}?view=list&country=Japan`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: /^Seven Samurai, spine/ })).toBeVisible()
  await page.goto(`${profile}?view=shelf&country=Japan`)
  await expect(page.getByRole('link', { name: /, spine \d+$/ })).toHaveCount(1)
  await page.getByRole('link', { name: 'Remove the filter Japan' }).click()
  await expect(page).toHaveURL(`${profile}?view=shelf`)
  await expect(page.getByRole('link', { name: /, spine \d+$/ })).toHaveCount(3)
  await page.goto(`${profile}?tab=unowned&view=shelf&director=Akira+Kurosawa`)
  const kurosawa = FILMS.filter(({ director, spine }) => director.includes('Akira Kurosawa') && spine !== 2)
  await expect(page.getByRole('link', { name: /, spine \d+$/ })).toHaveCount(kurosawa.length)
})

test('a person filters by their marks, on home and on a profile', async ({ page, server }) => {
  const person = await signUp(server.url, 'filters')
  const { id: user_id } = person.session.user
  const owned = FILMS.slice(0, 3)
  const { data: films } = await person.client.from('films').select('id, spine').lte('spine', 3).throwOnError()
  await person.client
    .from('user_ownership')
    .insert(films.map(({ id }) => ({ user_id, film_id: id, owns_dvd: true })))
    .throwOnError()
  await person.client
    .from('user_watched')
    .insert({ user_id, film_id: films.find(({ spine }) => spine === 1)?.id ?? 0 })
    .throwOnError()
  await signInAs(page.context(), person)
  await page.goto('/')
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('region', { name: 'Filters' })
  await panel.getByRole('checkbox', { name: 'Owned', exact: true }).check()
  await expect(homePage(page).status).toHaveText(total(owned))
  await panel.getByRole('checkbox', { name: 'Not watched' }).check()
  await expect(homePage(page).status).toHaveText('Showing 2 of 2 titles')
  await page.goto(`/${person.username}?mine=unwatched`)
  await expect(homePage(page).status).toHaveText('Showing 2 of 2 titles')
  await expect(page.getByRole('tab', { name: 'All (1,298)' })).toBeVisible()
})

test('if no title matches, each filter says how many titles match without it', async ({ page }) => {
  await page.goto('/?country=Japan&director=Agn%C3%A8s+Varda&q=cleo&format=dvd')
  await expect(page.getByText('No title is all of this.')).toBeVisible()
  const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
  await expect(chips).toHaveText([
    '“cleo”0 titles',
    'Format: DVD0 titles',
    'Japan1 title',
    'Agnès Varda0 titles',
    'Clear all',
  ])
  await expectAccessible(page, 'an empty result')
  await page.getByRole('link', { name: 'Remove the filter Japan' }).click()
  await expect(homePage(page).status).toHaveText('Showing 1 of 1 title')
  await page.goBack()
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/')
})

test('a person’s own films are counted in one request', async ({ page, server }) => {
  const person = await signUp(server.url, 'counted')
  const { data: films } = await person.client.from('films').select('id').lte('spine', 3).throwOnError()
  await person.client
    .from('user_ownership')
    .insert(films.map(({ id }) => ({ film_id: id, owns_dvd: true })))
    .throwOnError()
  await signInAs(page.context(), person)
  const counts: string[] = []
  page.on('request', (request) => {
    const [name] = /\w*film_counts/.exec(request.url()) ?? []
    if (name) counts.push(name)
  })
  await page.goto(`/${person.username}?tab=all&mine=owned`)
  await expect(page.getByRole('tab', { name: 'All (3)' })).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('region', { name: 'Filters' })
  await panel.getByRole('checkbox', { name: 'Available on DVD' }).check()
  await expect(homePage(page).status).toHaveText('Showing 3 of 3 titles')
  expect(new Set(counts)).toEqual(new Set(['profile_film_counts']))
  await panel.getByRole('checkbox', { name: 'Owned', exact: true }).uncheck()
  await expect(page.getByRole('tab', { name: /^All \(1,/ })).toBeVisible()
  expect(counts).toContain('film_counts')
})

test('on a phone the filters are a sheet', async ({ newVisitor }) => {
  const page = await newVisitor({ viewport: { width: 390, height: 844 } })
  await page.goto('/?from=1960&to=1969')
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('checkbox', { name: 'Available on 4K Ultra HD' }).check()
  const films = FILMS.filter(
    ({ year, bluray_4k }) => bluray_4k && year !== null && year >= 1960 && year < 1970,
  )
  await sheet.getByRole('button', { name: `Show ${films.length} titles` }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters' })).toBeFocused()
  await expect(homePage(page).status).toHaveText(total(films))
})

test('the filters do not move when their counts arrive', async ({ page }) => {
  const counting = Promise.withResolvers<void>()
  await page.route('**/rpc/film_counts*', async (route) => {
    await counting.promise
    await route.continue()
  })
  await page.goto('/?sort=title')
  await page.getByRole('button', { name: 'Filters' }).click()
  const formats = page
    .locator('label')
    .filter({ has: page.getByRole('checkbox', { name: 'Available on DVD' }) })
  const slider = page.getByRole('slider', { name: 'From the decade' })
  await expect(formats).not.toContainText(/\d/)
  const before = await slider.boundingBox()
  counting.resolve()
  await expect(formats).toContainText(/\d/)
  expect(await slider.boundingBox()).toEqual(before)
})

test('a decade slider that is dragged over many decades makes one entry in the history', async ({ page }) => {
  await page.goto('/?sort=title')
  await page.getByRole('button', { name: 'Filters' }).click()
  const slider = page.getByRole('slider', { name: 'From the decade' })
  await expect(slider).toBeVisible()
  const { x = 0, y = 0, width = 0, height = 0 } = (await slider.boundingBox()) ?? {}
  await page.mouse.move(x + 10, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.7, y + height / 2, { steps: 12 })
  await page.mouse.up()
  await expect(page).toHaveURL(/from=19[789]0/)
  await slider.press('ArrowRight')
  await page.goBack()
  await expect(page).toHaveURL(/from=19[789]0/)
  await page.goBack()
  await expect(page).toHaveURL('/?sort=title')
})

test('the open filters are accessible', async ({ page }) => {
  await page.goto('/?available=bluray&country=Japan')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByRole('checkbox', { name: 'Available on DVD' })).toBeVisible()
  await expectAccessible(page, 'the filters beside the list')
})
