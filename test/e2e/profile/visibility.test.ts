import type { Page } from '@playwright/test'
import { header, toast } from '../support/account-ui.ts'
import { FILMS, showingFirstPage } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'

const ONLY_YOU = 'Only you can see this page.'

test('a changed visibility takes effect at once for visitors and in the owner’s other tabs', async ({
  page,
  server,
  newVisitor,
}) => {
  const person = await signUp(server.url, 'private')
  const { data: film } = await person.client.from('films').select('id').eq('spine', 2).single().throwOnError()
  await person.client.from('user_ownership').insert({ film_id: film.id, owns_dvd: true }).throwOnError()
  await signInAs(page.context(), person)
  const otherTab = await page.context().newPage()
  await otherTab.goto(`/${person.username}`)
  await expect(heading(otherTab, person)).toBeVisible()
  await expect(otherTab.getByRole('link', { name: 'Change who sees it' })).toBeHidden()

  const { group, choice, save } = visibility(page)
  await page.goto('/account')
  await expect(group.getByRole('radio')).toHaveCount(3)
  await expect(choice('Everyone')).toBeChecked()
  await save.click()
  await expect(page.getByText('This is already your setting.')).toBeVisible()

  await choice('Everyone').focus()
  await page.keyboard.press('ArrowUp')
  await expect(choice('Only you')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Profile changed')).toContainText('Only you can now see')
  await expect(otherTab.getByText(ONLY_YOU), 'another tab follows').toBeVisible()
  await expect(otherTab.getByText('1 of 1,299 titles owned')).toBeVisible()

  const visitor = await newVisitor()
  await visitor.goto(`/${person.username}?tab=all`)
  await expect(visitor).toHaveURL('/')
  await expect(homePage(visitor).status).toHaveText(showingFirstPage(FILMS))

  await page.reload()
  await expect(choice('Only you')).toBeChecked()
  await choice('Everyone, but no search engine').check()
  await save.click()
  await expect(otherTab.getByText('Search engines do not list this page.')).toBeVisible()
  const response = await visitor.goto(`/${person.username}`)
  expect(response?.headers()['x-robots-tag']).toBe('noindex')
  await expect(heading(visitor, person)).toBeVisible()
  await expect(visitor.getByText('1 of 1,299 titles owned')).toBeVisible()
  await expect(visitor.getByText('Search engines do not list this page.')).toBeHidden()
  await expect(robots(visitor)).toHaveAttribute('content', 'noindex')
  await visitor.getByRole('link', { name: 'Back to the collection' }).click()
  await expect(homePage(visitor).status).toBeVisible()
  await expect(robots(visitor), 'search engines may index the catalogue').toHaveCount(0)
})

test('each list can be shown to fewer people than the profile', async ({ page, server, newVisitor }) => {
  const person = await signUp(server.url, 'parts')
  const { data: film } = await person.client.from('films').select('id').eq('spine', 2).single().throwOnError()
  await person.client.from('user_ownership').insert({ film_id: film.id, owns_dvd: true }).throwOnError()
  await person.client.from('user_watched').insert({ film_id: film.id }).throwOnError()
  await signInAs(page.context(), person)
  const otherTab = await page.context().newPage()
  await otherTab.goto(`/${person.username}?tab=watched`)
  await expect(otherTab.getByRole('tab', { name: 'Watched (1)' })).toBeVisible()

  const { choice, part, save } = visibility(page)
  await page.goto('/account')
  const watched = part('What you have watched')
  await expect(watched).toHaveValue('public')
  await expect(watched.getByRole('option')).toHaveText([
    'Everyone',
    'Everyone, but no search engine',
    'Only you',
  ])
  await watched.selectOption('Only you')
  await save.click()
  await expect(toast(page, 'Profile changed')).toContainText(
    'Each list is now visible to the people you chose.',
  )
  await expect(otherTab.getByText('Only you can see this list.'), 'another tab follows').toBeVisible()
  await expect(otherTab.getByRole('tab', { name: 'Watched (1)' })).toBeVisible()

  const visitor = await newVisitor()
  await visitor.goto(`/${person.username}?tab=watched`)
  const tabs = visitor.getByRole('tab')
  await expect(tabs).toHaveText(['All (1,299)', 'Owned (1)', 'Unowned (1,298)', 'Wishlist (0)'])
  await expect(visitor.getByRole('tab', { name: 'Owned (1)', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(visitor.getByRole('list', { name: 'Marks' })).toHaveCount(0)
  await visitor.getByRole('button', { name: 'Filters' }).click()
  await expect(visitor.getByRole('checkbox', { name: /^Wished for/ })).toBeVisible()
  await expect(visitor.getByRole('checkbox', { name: /^Not watched/ })).toHaveCount(0)

  // Under a profile that search engines do not list, no list can be for them.
  await choice('Everyone, but no search engine').check()
  await expect(part('Your collection')).toHaveValue('unlisted')
  await expect(part('Your collection').getByRole('option')).toHaveText([
    'Everyone, but no search engine',
    'Only you',
  ])
  await expect(watched, 'the choice of a list stays').toHaveValue('private')
  await choice('Everyone').check()
  await part('Your collection').selectOption('Only you')
  await watched.selectOption('Everyone, but no search engine')
  await part('Your wishlist').selectOption('Only you')
  await save.click()
  await expect(otherTab.getByText('Search engines do not list this page.')).toBeVisible()
  const response = await visitor.goto(`/${person.username}`)
  expect(response?.headers()['x-robots-tag'], 'the one list that is left is shown').toBe('noindex')
  await expect(tabs).toHaveText(['Watched (1)'])
  await expect(visitor.getByRole('heading', { level: 1, name: `${person.username}'s Profile` })).toBeVisible()
  await expect(visitor.getByText('titles owned')).toHaveCount(0)

  await page.reload()
  await expect(part('Your collection')).toHaveValue('private')
  await watched.selectOption('Only you')
  await save.click()
  await expect(otherTab.getByText('Only you can see this list.')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText(`${person.username} shows no lists.`)).toBeVisible()
})

test('the address of a private profile opens it for its owner and the home page for other people', async ({
  page,
  server,
  newVisitor,
}) => {
  const person = await signUpWithPrivateProfile(server.url)
  await signInAs(page.context(), person)
  const films: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/films?')) films.push(request.url())
  })
  await page.goto(`/${person.username}?tab=all&sort=title`)
  await expect(page).toHaveURL(`/${person.username}?tab=all&sort=title`)
  await expect(page.getByText(ONLY_YOU)).toBeVisible()
  await expect(robots(page)).toHaveAttribute('content', 'noindex')
  await page.reload()
  await expect(page).toHaveURL(`/${person.username}?tab=all&sort=title`)
  await expect(page.getByRole('tab', { name: 'All (1,299)' })).toHaveAttribute('aria-selected', 'true')
  expect(films, 'the home page is not loaded before the profile').toEqual([])
  await page.getByRole('link', { name: 'Change who sees it' }).click()
  await expect(page).toHaveURL('/account#visibility')
  await expect(visibility(page).group).toBeInViewport()

  const other = await newVisitor()
  await signInAs(other.context(), await signUp(server.url, 'other'))
  for (const stranger of [other, await newVisitor()]) {
    for (const name of [person.username, 'nobody-has-this']) {
      await stranger.goto(`/${name}`)
      await expect(stranger).toHaveURL('/')
      await expect(homePage(stranger).status).toHaveText(showingFirstPage(FILMS))
    }
  }

  // After signing out, the owner cannot see the page either.
  await page.goto(`/${person.username}`)
  await expect(page.getByText(ONLY_YOU)).toBeVisible()
  await header(page).signOut.click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(heading(page, person)).toBeHidden()
})

test('My Profile opens a private profile whose username was changed on another device', async ({
  page,
  server,
}) => {
  const person = await signUpWithPrivateProfile(server.url)
  await signInAs(page.context(), person)
  const username = `${person.username}-2`
  await person.client.from('profiles').update({ username }).eq('id', person.session.user.id).throwOnError()
  await page.goto('/')
  await header(page).myProfile.click()
  await expect(page).toHaveURL(`/${username}`)
  await expect(page.getByText(ONLY_YOU)).toBeVisible()
})

test('a visibility that cannot be saved shows an error and keeps the stored one', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/\/rest\/v1\/profiles/)
  const person = await signUp(server.url, 'cut-off')
  await signInAs(page.context(), person)
  await page.goto('/account')
  const { choice, save } = visibility(page)
  await choice('Only you').check()
  await page.route('**/rest/v1/profiles?*', (route) => route.abort('connectionrefused'))
  await save.click()
  await expect(toast(page, 'Error')).toContainText('could not be reached')
  await expect(choice('Only you'), 'the choice stays selected for another attempt').toBeChecked()
  await page.unroute('**/rest/v1/profiles?*')
  await page.reload()
  await expect(choice('Everyone')).toBeChecked()
})

async function signUpWithPrivateProfile(url: string): Promise<Person> {
  const person = await signUp(url, 'private')
  const { client, session } = person
  await client.from('profiles').update({ visibility: 'private' }).eq('id', session.user.id).throwOnError()
  return person
}

function heading(page: Page, { username }: Person) {
  return page.getByRole('heading', { level: 1, name: `${username}'s Collection` })
}

function robots(page: Page) {
  return page.locator('head meta[name=robots]')
}

/** The form for the profile's visibility on the account page. */
function visibility(page: Page) {
  const section = page.getByRole('region', { name: 'Who can see your profile' })
  const group = section.getByRole('group', { name: 'Who can see your profile and your lists' })
  return {
    group,
    choice: (name: string) => group.getByRole('radio', { name, exact: true }),
    part: (name: string) => section.getByRole('combobox', { name, exact: true }),
    save: section.getByRole('button', { name: 'Save', exact: true }),
  }
}
