import { randomUUID } from 'node:crypto'
import { accountForm, header, PASSWORD, signInWithForm, storedSession, toast } from '../support/account-ui.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { signInAs, signInOnAnotherDevice, signUp } from '../support/people.ts'

test('a sign-up returns to the page where it began, and the session lasts until the sign-out', async ({
  page,
}) => {
  const username = `anna-${randomUUID().slice(0, 8)}`
  await page.goto('/?q=kurosawa')
  await header(page).signIn.click()
  await accountForm(page).signUpTab.click()
  await accountForm(page).username.fill(` ${username.toUpperCase()}`)
  await expect(page.getByText(`${username} is free.`)).toBeVisible()
  await accountForm(page).email.fill(`${username}@example.org`)
  await accountForm(page).password.fill(PASSWORD)
  await accountForm(page).password.press('Enter')

  await expect(toast(page, 'Account created')).toContainText('Welcome to the Criterion Collection Tracker')
  await expect(page).toHaveURL('/?q=kurosawa')
  await expect(page.getByRole('main', { name: 'Criterion Collection Tracker' })).toBeFocused()
  await expect(homePage(page).status).toBeVisible()
  await expect(header(page).account.locator(':is(a, button)')).toHaveText([
    'My Profile',
    'Account',
    'Sign Out',
  ])

  await page.addInitScript(() => {
    Object.assign(window, { flashes: [] as string[] })
    new MutationObserver(() => {
      // Only visible text: the page contains the visitors' links, but hides them before the first paint.
      const text = document.querySelector<HTMLElement>('#root')?.innerText ?? ''
      if (/Sign In|Get Started/.test(text)) Reflect.get(window, 'flashes').push(text.slice(0, 200))
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/')
  await expect(homePage(page).status).toBeVisible()
  await expect(header(page).myProfile).toHaveAttribute('href', `/${username}`)
  expect(await page.evaluate(() => Reflect.get(window, 'flashes')), 'links for visitors were shown').toEqual(
    [],
  )

  await header(page).accountPage.click()
  // Without this wait the click could begin on the header of the previous page.
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await header(page).signOut.click()
  await expect(page).toHaveURL('/')
  await expect(header(page).signIn).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  expect(await storedSession(page)).toBeNull()
})

test('the forms show each error beside its field and keep the typed text', async ({ page, problems }) => {
  problems.expect(/\/auth\/v1\/token/)
  await page.goto('/auth')
  const { signInTab, signUpTab, username, email, password, signIn, signUp } = accountForm(page)
  await signIn.click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Please enter your email address.')
  await expect(password).toHaveAccessibleDescription('Please enter your password.')
  await expect(password).toHaveAttribute('aria-invalid', 'true')

  await email.fill('nobody@example.org')
  await expect(email).not.toHaveAttribute('aria-invalid')
  await password.fill('short')
  await signIn.click()
  await expect(toast(page, 'Error')).toContainText('The email address or the password is wrong.')
  await expect(signIn).toBeVisible()

  await signUpTab.click()
  await expect(email).toHaveValue('nobody@example.org')
  await expect(password).toHaveValue('short')
  await signUp.click()
  await expect(username).toBeFocused()
  await expect(username).toHaveAccessibleDescription('Please choose a username.')
  await expect(password).toHaveAccessibleDescription(
    'This password is too short. Please use at least 8 characters.',
  )
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await signInTab.click()
  await expect(email).toHaveValue('nobody@example.org')
})

test('the form fields have the autocomplete attributes that password managers need', async ({ page }) => {
  await page.goto('/auth')
  const { signUpTab, username, email, password } = accountForm(page)
  await expect(email).toHaveAttribute('autocomplete', 'username')
  await expect(email).toHaveAttribute('type', 'email')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await signUpTab.click()
  await expect(username).toHaveAttribute('autocomplete', 'nickname')
  await expect(email).toHaveAttribute('autocomplete', 'username')
  await expect(password).toHaveAttribute('autocomplete', 'new-password')
  await expect(username).toHaveAttribute('required')
  await expect(page.getByText('Forgot password?'), 'without mail').toHaveCount(0)
})

test('the sign-up form shows during typing whether a username is available', async ({
  page,
  server,
  problems,
}) => {
  const { username: taken } = await signUp(server.url, 'first')
  await page.goto('/auth')
  await accountForm(page).signUpTab.click()
  const { username, email, password, signUp: button } = accountForm(page)
  await username.fill(taken.toUpperCase())
  await expect(username).toHaveAccessibleDescription(`${taken} is taken. Please choose another.`)
  await username.fill('admin')
  await expect(username).toHaveAccessibleDescription('admin is reserved. Please choose another.')
  await username.fill('a b')
  await expect(username).toHaveAccessibleDescription('3 to 30 characters: a–z, 0–9, _ or -.')

  problems.expect(/\/auth\/v1\/signup/)
  await username.fill(taken)
  await email.fill(`${taken}-2@example.org`)
  await password.fill(PASSWORD)
  await button.click()
  await expect(username).toHaveAccessibleDescription(/is taken/)
  await expect(username).toHaveAttribute('aria-invalid', 'true')
  await expect(toast(page, 'Error')).toContainText('is taken')
})

test('a failed check of the username does not prevent a sign-up', async ({ page, problems }) => {
  problems.expect(/username_state/)
  await page.route('**/rpc/username_state*', (route) => route.abort('connectionrefused'))
  await page.goto('/auth')
  await accountForm(page).signUpTab.click()
  const username = `bert-${randomUUID().slice(0, 8)}`
  await accountForm(page).username.fill(username)
  await accountForm(page).email.fill(`${username}@example.org`)
  await accountForm(page).password.fill(PASSWORD)
  await accountForm(page).signUp.click()
  await expect(toast(page, 'Account created')).toBeVisible()
})

test('the submit buttons show that their request is running', async ({ page }) => {
  await page.route(/\/auth\/v1\/(token|signup)/, () => {})
  await page.goto('/auth')
  await signInWithForm(page, 'anna@example.org')
  await expect(page.getByRole('button', { name: 'Signing in...', exact: true })).toBeVisible()
  await accountForm(page).signUpTab.click()
  await accountForm(page).username.fill('anna')
  await accountForm(page).signUp.click()
  await expect(page.getByRole('button', { name: 'Creating account...', exact: true })).toBeVisible()
})

test('a sign-in redirects to the requested page, but never to another site', async ({ page, server }) => {
  const person = await signUp(server.url, 'carla')
  await page.goto('/auth?next=%2F%2Fevil.example')
  await signInWithForm(page, person.session.user.email ?? '')
  await expect(toast(page, 'Welcome back')).toContainText('Successfully signed in')
  await expect(page).toHaveURL('/')
  await page.goto('/auth')
  await expect(page).toHaveURL('/')
  await page.goto('/auth?next=%2Faccount')
  await expect(page).toHaveURL('/account')
})

test('a sign-in, a sign-out and a change of account take effect in other tabs', async ({
  page,
  context,
  server,
  problems,
}) => {
  // A tab may send a request before it learns that another tab has ended its session.
  problems.expect(/status of 401|response 401/)
  const dora = await signUp(server.url, 'dora')
  const emil = await signUp(server.url, 'emil')
  const other = await context.newPage()
  await other.goto('/')
  await expect(header(other).signIn).toBeVisible()

  await page.goto('/auth')
  await signInWithForm(page, dora.session.user.email ?? '')
  await expect(header(page).myProfile).toHaveAttribute('href', `/${dora.username}`)
  await expect(header(other).myProfile).toHaveAttribute('href', `/${dora.username}`)

  await header(other).signOut.click()
  await expect(header(other).signIn).toBeVisible()
  await expect(header(page).signIn).toBeVisible()

  await page.goto('/auth')
  await signInWithForm(page, emil.session.user.email ?? '')
  await expect(header(other).myProfile).toHaveAttribute('href', `/${emil.username}`)
})

test('a sign-out takes effect in other tabs even if its tab cannot load the client library', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/status of 401|response 401|ERR_CONNECTION_RESET|Failed to fetch|could not be loaded/)
  const fay = await signUp(server.url, 'fay')
  await signInAs(context, fay)
  await page.goto('/')
  await expect(header(page).myProfile).toHaveAttribute('href', `/${fay.username}`)
  const other = await context.newPage()
  await other.route('**/assets/dist-*.js', (route) => route.abort('connectionreset'))
  const library = other.waitForEvent('requestfailed', (request) => /\/dist-[^/]*\.js$/.test(request.url()))
  await other.goto('/')
  await library
  await header(other).signOut.click()
  await expect(header(page).signIn).toBeVisible()
})

test('a person signs out without a network', async ({ page, context, server, problems }) => {
  problems.expect(/./)
  await signInAs(context, await signUp(server.url, 'fred'))
  await page.goto('/')
  await expect(homePage(page).status).toBeVisible()
  await context.setOffline(true)
  await header(page).signOut.click()
  await expect(header(page).signIn).toBeVisible()
  expect(await storedSession(page)).toBeNull()
  await context.setOffline(false)
  await page.reload()
  await expect(header(page).signIn).toBeVisible()
})

test('a session that is about to expire is refreshed', async ({ page, context, server }) => {
  const person = await signUp(server.url, 'greta')
  await signInAs(context, { ...person, session: { ...person.session, expires_at: seconds() + 30 } })
  const refreshed = page.waitForResponse(/token\?grant_type=refresh_token/)
  await page.goto('/')
  expect((await refreshed).status()).toBe(200)
  await expect
    .poll(async () => JSON.parse((await storedSession(page)) ?? '{}').expires_at)
    .toBeGreaterThan(seconds() + 600)
  await expect(header(page).signOut).toBeVisible()
})

test('a failed refresh of the session delays neither the page nor the sign-out', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/token\?grant_type=refresh_token/)
  const person = await signUp(server.url, 'hugo')
  await page.route('**/auth/v1/token?*', (route) => route.fulfill({ status: 503 }))
  await signInAs(context, { ...person, session: { ...person.session, expires_at: seconds() - 60 } })
  await page.goto('/')
  // The library repeats the refresh for half a minute.
  await expect(homePage(page).status).toBeVisible({ timeout: 10_000 })
  await expect(header(page).myProfile).toHaveAttribute('href', `/${person.username}`)
  await header(page).signOut.click()
  await expect(header(page).signIn).toBeVisible({ timeout: 10_000 })
  expect(await storedSession(page)).toBeNull()
})

test('the link of a hosted backend’s mail opens the form for a new password and leaves no token in the address', async ({
  page,
  server,
}) => {
  const { session } = await signUp(server.url, 'ines')
  const fragment = new URLSearchParams({
    access_token: session.access_token,
    refresh_token: session.refresh_token,
    expires_in: '3600',
    token_type: 'bearer',
    type: 'recovery',
  })
  await page.goto(`/auth#${fragment}`)
  await expect(page.getByRole('heading', { name: 'Choose a new password', level: 1 })).toBeVisible()
  await expect.poll(() => page.evaluate(() => location.href)).toBe(`${server.url}/auth`)
  expect(JSON.parse((await storedSession(page)) ?? '{}').user.id).toBe(session.user.id)
})

for (const path of ['/auth', '/', '/?q=ozu']) {
  test(`the page asks before a session in the address of ${path} replaces the signed-in account`, async ({
    page,
    context,
    server,
  }) => {
    const [anna, ben] = [await signUp(server.url, 'anna'), await signUp(server.url, 'ben')]
    await signInAs(context, anna)
    const storedId = async () => JSON.parse((await storedSession(page)) ?? '{}').user.id
    const { access_token, refresh_token } = ben.session
    const address = `${path}#${new URLSearchParams({ access_token, refresh_token, type: 'magiclink' })}`

    await page.goto(address)
    const question = page.getByRole('alert')
    await expect(question).toContainText(`You are signed in as ${anna.username}@example.org`)
    await expect(question).toContainText(`signs you in as ${ben.username}@example.org instead`)
    expect(new URL(page.url()).hash).toBe('')
    expect(await storedId()).toBe(anna.session.user.id)
    const ended = page.waitForResponse((response) => response.url().includes('/auth/v1/logout'))
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(page).toHaveURL(path === '/auth' ? '/' : path)
    await expect(header(page).myProfile).toHaveAttribute('href', `/${anna.username}`)
    expect(await storedId()).toBe(anna.session.user.id)
    expect((await ended).ok()).toBe(true)

    const again = (await signInOnAnotherDevice(ben)).session
    const fragment = new URLSearchParams({
      access_token: again.access_token,
      refresh_token: again.refresh_token,
    })
    await page.goto('/account')
    await page.goto(`${path}#${fragment}`)
    await page.getByRole('button', { name: 'Switch account' }).click()
    await expect(toast(page, 'Welcome back')).toBeVisible()
    await expect(header(page).myProfile).toHaveAttribute('href', `/${ben.username}`)
    expect(await storedId()).toBe(ben.session.user.id)
  })
}

test('the page asks nothing if the session in the address belongs to the signed-in account', async ({
  page,
  context,
  server,
}) => {
  const person = await signUp(server.url, 'same')
  await signInAs(context, person)
  const { access_token, refresh_token } = (await signInOnAnotherDevice(person)).session
  await page.goto(`/auth#${new URLSearchParams({ access_token, refresh_token, type: 'recovery' })}`)
  await expect(page.getByRole('heading', { name: 'Choose a new password', level: 1 })).toBeVisible()
  expect(JSON.parse((await storedSession(page)) ?? '{}').refresh_token).toBe(refresh_token)
})

test('the page does not repeat an error description from the address', async ({ page }) => {
  await page.goto('/auth#error=access_denied&error_description=Call+us+at+555+0100')
  await expect(page.getByRole('alert')).toContainText('This link does not work.')
  await expect(page.getByText('555')).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await expect(accountForm(page).signIn).toBeVisible()
})

test('a person with an invalid stored session is signed out', async ({ page }) => {
  await page.goto('/')
  for (const nonsense of ['{', '"text"', '{"access_token":"a","refresh_token":"b","user":null}']) {
    await page.evaluate((text) => localStorage.setItem('sb-127-auth-token', text), nonsense)
    await page.reload()
    await expect(header(page).signIn).toBeVisible()
    await expect(homePage(page).status).toBeVisible()
  }
})

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
