import type { Locator, Page } from '@playwright/test'
import { toast } from './account-ui.ts'
import { test as base } from './fixtures.ts'
import { type Person, signInAs, signUp } from './people.ts'
import type { Server } from './server.ts'

/** For tests that change the catalogue. Their servers are not shared with tests that rely on its contents. */
export const test = base.extend<object, { separateServer: undefined }>({
  // A worker fixture makes Playwright use other workers, and each worker has its server.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures' names from the pattern
  separateServer: [({}, use) => use(undefined), { scope: 'worker', auto: true }],
})

/** Signs up a person and makes them an admin. */
export async function signUpAdmin(server: Server, name: string): Promise<Person> {
  const person = await signUp(server.url, name)
  await server.admin('grant', person.username)
  return person
}

/** Opens a page as a signed-in person. */
export async function openAs(page: Page, person: Person, address: string): Promise<void> {
  await signInAs(page.context(), person)
  await page.goto(address)
}

/** Ends the list of titles after its first hundred rows, for tests that need no more: all rows take seconds. */
export function loadFirstTitlesOnly(page: Page): Promise<unknown> {
  return page.route('**/rest/v1/films?*spine=gt.100&*', () => {})
}

/** The form that adds or edits a film, and the buttons and messages around it. */
export function filmForm(page: Page) {
  const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true })
  const box = (name: string): Locator => page.getByRole('checkbox', { name, exact: true })
  return {
    field,
    box,
    add: page.getByRole('button', { name: 'Add New Title', exact: true }),
    addTitle: page.getByRole('button', { name: 'Add Title', exact: true }),
    addAndNext: page.getByRole('button', { name: 'Add and Next', exact: true }),
    edit: (title: string): Locator => page.getByRole('button', { name: `Edit ${title}`, exact: true }),
    save: page.getByRole('button', { name: 'Save', exact: true }),
    cancel: page.getByRole('button', { name: 'Cancel', exact: true }),
    remove: (title: string): Locator => page.getByRole('button', { name: `Delete ${title}`, exact: true }),
    question: page.getByRole('alertdialog'),
    alert: page.getByRole('main').or(page.getByRole('dialog')).getByRole('alert'),
    toast: (title: string): Locator => toast(page, title),
  }
}

/** Creates a film for one test, with a random spine so that tests do not affect each other. */
export async function createFilm(admin: Person, title: string, more: object = {}) {
  const film = {
    spine: unusedSpine(),
    title,
    director: 'Nadia Nobody',
    country: 'France',
    year: 1999,
    dvd: true,
  }
  const { data } = await admin.client
    .from('films')
    .insert({ ...film, ...more })
    .select()
    .single()
    .throwOnError()
  return data
}

export function unusedSpine(): number {
  return 100_000 + Math.floor(Math.random() * 800_000_000)
}
