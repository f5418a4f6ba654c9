import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { preview } from 'vite'
import { buildStaticSite } from '../../../scripts/support/web-build.ts'
import { FILMS, showingFirstPage } from '../support/catalogue.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { signInAs, signUp } from '../support/people.ts'

const PASSWORD = 'a long enough password'

/** A static site with another origin than its backend, as with a hosted Supabase project. */
const test = base.extend<object, { site: string }>({
  site: [
    async ({ server }, use) => {
      const config = await (await fetch(`${server.url}/config.json`)).json()
      const { supabaseKey: key } = config as { supabaseKey: string }
      const outDir = mkdtempSync(path.join(tmpdir(), 'criterion-static-'))
      if (!buildStaticSite(outDir, { url: server.url, key }))
        throw new Error('The static site does not build.')
      // The preview server returns index.html for unknown paths, as a static host must.
      const host = await preview({
        configFile: false,
        build: { outDir },
        preview: { host: '127.0.0.1', port: 0 },
      })
      await use(new URL(host.resolvedUrls?.local[0] ?? '').origin)
      await host.close()
      rmSync(outDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ site }, use) => use(site),
})

// The tests run in sequence, because they share one build.
test.describe.configure({ mode: 'default' })

test('a person signs up on the static site, ticks a film and has a profile that visitors see', async ({
  page,
  newVisitor,
  server,
  site,
}) => {
  expect(new URL(site).origin).not.toBe(new URL(server.url).origin)
  const { status, card } = homePage(page)
  await page.goto('/')
  await expect(status).toHaveText(showingFirstPage(FILMS))

  await page.getByRole('link', { name: 'Sign In', exact: true }).click()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('Username').fill('hosted-anna')
  await page.getByLabel('Email').fill('hosted-anna@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByText('Account created')).toBeVisible()
  await expect(page).toHaveURL('/')

  const dvd = card('Grand Illusion').getByRole('checkbox', { name: 'DVD of Grand Illusion' })
  const written = page.waitForResponse(
    (response) =>
      response.url().startsWith(`${server.url}/rest/v1/user_ownership`) &&
      response.request().method() === 'POST',
  )
  await dvd.check()
  expect((await written).ok()).toBe(true)
  await page.reload()
  await expect(dvd).toBeChecked()

  await page.getByRole('link', { name: 'My Profile' }).click()
  await expect(page).toHaveURL('/hosted-anna')
  await page.reload()
  await expect(page.getByText(`1 of ${FILMS.length.toLocaleString('en')} titles owned`)).toBeVisible()

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(dvd).toHaveCount(0)

  const visitor = await newVisitor()
  for (const reader of [page, visitor]) {
    await reader.goto('/hosted-anna')
    await expect(reader.getByRole('heading', { name: "hosted-anna's Collection", level: 1 })).toBeVisible()
    await expect(reader.getByRole('tab', { name: 'Owned (1)', exact: true })).toBeVisible()
    const owned = homePage(reader).card('Grand Illusion')
    await expect(owned.getByRole('list', { name: 'Formats owned' }).getByText('DVD')).toBeVisible()
    await expect(homePage(reader).cards).toHaveCount(1)
  }
})

test('the static site serves its pages by address and redirects an unknown profile to the home page', async ({
  page,
}) => {
  await page.goto('/auth')
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeVisible()
  await page.goto('/no-such-person')
  await expect(page).toHaveURL('/')
  await page.goto('/no/such/page')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
})

test('the static site shows a private profile only to its owner and marks an unlisted one noindex', async ({
  page,
  newVisitor,
  server,
  site,
}) => {
  const person = await signUp(server.url, 'hosted')
  const show = (visibility: string) =>
    person.client.from('profiles').update({ visibility }).eq('id', person.session.user.id).throwOnError()
  await signInAs(page.context(), person, site)
  const visitor = await newVisitor()

  await show('private')
  await page.goto(`/${person.username}`)
  await expect(page.getByText('Only you can see this page.')).toBeVisible()
  await visitor.goto(`/${person.username}`)
  await expect(visitor).toHaveURL('/')

  await show('unlisted')
  await visitor.goto(`/${person.username}`)
  await expect(visitor.getByRole('heading', { name: `${person.username}'s Collection` })).toBeVisible()
  await expect(visitor.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex')
})
