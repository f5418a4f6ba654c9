import type { Locator, Page } from '@playwright/test'
import { homePage } from '../support/home-page.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'
import { waitUntilStored } from './stored-pages.ts'

/** Opens the home page as a person who tracks some films, and waits until all that the pages need is stored. */
export async function openAsCollector(page: Page, url: string): Promise<Person> {
  const person = await signUp(url, 'pocket')
  await track(person)
  await signInAs(page.context(), person)
  await page.goto(`${url}/`)
  await waitUntilStored(page, person)
  return person
}

/** Owns the DVD of Seven Samurai with a copy, has watched it, and wishes for Ikiru. */
async function track({ client, session }: Person): Promise<void> {
  const user_id = session.user.id
  const { data: films } = await client.from('films').select('id, spine').in('spine', [2, 221]).throwOnError()
  const [samurai = 0, ikiru = 0] = [2, 221].map((spine) => films.find((film) => film.spine === spine)?.id)
  await client
    .from('user_copies')
    .insert({ film_id: samurai, format: 'dvd', store: 'Shop in the cellar' })
    .throwOnError()
  await client.from('user_watched').insert({ user_id, film_id: samurai }).throwOnError()
  await client.from('user_wishlist').insert({ user_id, film_id: ikiru }).throwOnError()
}

/** The notice about the connection. */
export function notice(page: Page): Locator {
  return page.locator('#root > [role=status]')
}

export function box(page: Page, format: string, film = 'Seven Samurai'): Locator {
  return homePage(page)
    .card(film)
    .getByRole('checkbox', { name: `${format} of ${film}` })
}
