import type { Page } from '@playwright/test'
import { accountForm, header, signInWithForm, toast } from '../support/account-ui.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage, openPanel } from '../support/home-page.ts'
import { signInAs, signUp } from '../support/people.ts'
import type { Server } from '../support/server.ts'
import { skipServerRendering } from '../support/skip-server-rendering.ts'

const STATES: { name: string; show: (page: Page, server: Server) => Promise<unknown> }[] = [
  {
    name: 'the home page',
    show: async (page) => {
      await page.goto('/')
      await expect(homePage(page).status).toBeVisible()
    },
  },
  {
    name: 'an open panel',
    show: async (page) => {
      await page.goto('/?q=ikiru')
      const card = await openPanel(page, 'Ikiru')
      await expect(card.getByRole('button', { name: 'Wishlist' })).toBeVisible()
    },
  },
  {
    name: 'the links behind More Info',
    show: async (page) => {
      await page.goto('/?q=ikiru')
      const card = await openPanel(page, 'Ikiru')
      await card.getByRole('button', { name: 'More Info' }).press('Enter')
      await expect(card.getByRole('link', { name: 'eBay' })).toBeVisible()
    },
  },
  {
    name: 'the sign-in dialog',
    show: async (page) => {
      await page.goto('/?q=ikiru')
      const card = await openPanel(page, 'Ikiru')
      await card.getByRole('button', { name: 'Wishlist' }).press('Enter')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'an empty result',
    show: async (page) => {
      await page.goto('/?q=zzz')
      await expect(page.getByText('No films match')).toBeVisible()
    },
  },
  {
    name: 'a failed load',
    show: async (page) => {
      await page.route('**/rest/v1/films?*', (route) => route.abort('connectionrefused'))
      await skipServerRendering(page)
      await page.goto('/')
      await expect(homePage(page).tryAgain).toBeVisible()
    },
  },
  {
    name: 'the page while the films load',
    show: async (page) => {
      await page.route('**/rest/v1/films?*', () => {})
      await skipServerRendering(page)
      await page.goto('/')
      await expect(page.getByText('Loading collection...')).toBeVisible()
    },
  },
  {
    name: 'the sign-in form',
    show: async (page) => {
      await page.goto('/auth')
      await expect(accountForm(page).signIn).toBeVisible()
    },
  },
  {
    name: 'a sign-up form with errors and a toast',
    show: async (page) => {
      await page.route('**/auth/v1/token?*', (route) => route.abort('connectionrefused'))
      await page.goto('/auth')
      await signInWithForm(page, 'nobody@example.org')
      await expect(toast(page, 'Error')).toBeVisible()
      await accountForm(page).password.fill('short')
      await accountForm(page).signUpTab.click()
      await accountForm(page).signUp.click()
      await expect(accountForm(page).username).toHaveAttribute('aria-invalid')
    },
  },
  {
    name: 'the account page',
    show: async (page, server) => {
      await signInAs(page.context(), await signUp(server.url, 'sven'))
      await page.goto('/account')
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('aria-invalid')
    },
  },
  {
    name: 'the dialog that deletes the account',
    show: async (page, server) => {
      await signInAs(page.context(), await signUp(server.url, 'tilda'))
      await page.goto('/account')
      await page.getByRole('button', { name: 'Delete account' }).click()
      await page.getByRole('button', { name: 'Delete for good' }).click()
      await expect(page.getByText('That is not your username.')).toBeVisible()
    },
  },
  {
    name: 'a private profile',
    show: async (page, server) => {
      const person = await signUp(server.url, 'axe-private')
      const { id } = person.session.user
      await person.client.from('profiles').update({ visibility: 'private' }).eq('id', id).throwOnError()
      await signInAs(page.context(), person)
      await page.goto(`/${person.username}`)
      await expect(page.getByText('Only you can see this page.')).toBeVisible()
    },
  },
  {
    name: 'a profile whose collection is hidden',
    show: async (page, server) => {
      const person = await signUp(server.url, 'axe-parts')
      const { id } = person.session.user
      await person.client
        .from('profiles')
        .update({ collection_visibility: 'private' })
        .eq('id', id)
        .throwOnError()
      await page.goto(`/${person.username}`)
      await expect(page.getByRole('tab')).toHaveText(['Watched (0)', 'Wishlist (0)'])
    },
  },
  {
    name: 'a gift link',
    show: async (page, server) => {
      const { client } = await signUp(server.url, 'axe-gift')
      const { data: films } = await client.from('films').select('id').lt('spine', 9).throwOnError()
      await client
        .from('user_wishlist')
        .insert(
          films.map(({ id }, index) => ({ film_id: id, priority: 1 + (index % 3), wants_dvd: index > 3 })),
        )
        .throwOnError()
      const { data: token } = await client.rpc('make_gift_link').throwOnError()
      await page.goto(`/wishlist/${token}`)
      await expect(page.getByText('Priority 1').first()).toBeVisible()
    },
  },
  {
    name: 'the header of a signed-in person',
    show: async (page, server) => {
      await signInAs(page.context(), await signUp(server.url, 'uwe'))
      await page.goto('/')
      await expect(header(page).myProfile).toBeVisible()
      await expect(homePage(page).status).toBeVisible()
    },
  },
  {
    name: 'a visitor’s page of a film',
    show: async (page) => {
      await page.goto('/spine/1263')
      await expect(page.getByRole('navigation', { name: 'Neighbours by spine' })).toBeVisible()
    },
  },
  {
    name: 'a person’s page of a film',
    show: async (page, server) => {
      await signInAs(page.context(), await signUp(server.url, 'film-axe'))
      await page.goto('/spine/2')
      await page.getByRole('checkbox', { name: 'DVD of Seven Samurai' }).check()
      await page.getByRole('button', { name: 'Mark Watched' }).click()
    },
  },
  {
    name: 'the page for an unknown address',
    show: async (page) => {
      await page.goto('/no/page')
      await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
    },
  },
]

for (const { name, show } of STATES) {
  test(`axe finds no violation in ${name}, in both themes, on a desktop and on a phone`, async ({
    page,
    server,
    problems,
  }) => {
    problems.expect(/\/rest\/v1\/films|\/no\/page|\/auth\/v1\/token/)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await show(page, server)
    await expectAccessible(page, name)
  })
}
