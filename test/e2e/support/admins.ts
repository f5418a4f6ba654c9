import type { Locator, Page } from '@playwright/test'
import { toast } from './accounts.ts'
import { test as base } from './fixtures.ts'
import { type Person, signInAs, signUp } from './people.ts'
import type { Server } from './server.ts'

/** Journeys that change the catalogue, on servers apart from those of journeys that count on it. */
export const test = base.extend<object, { apart: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures needed from it
  apart: [({}, use) => use(undefined), { scope: 'worker', auto: true }],
})

/** Somebody who keeps the catalogue. */
export async function signUpAdmin(server: Server, name: string): Promise<Person> {
  const person = await signUp(server.url, name)
  await server.admin('grant', person.username)
  return person
}

/** Opens a page as somebody. */
export async function openAs(page: Page, person: Person, address: string): Promise<void> {
  await signInAs(page.context(), person)
  await page.goto(address)
}

/** The form of a film, whether it is added or edited. */
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

/** A film made for one journey, so that no other stumbles over it. */
export async function makeFilm(admin: Person, title: string, more: object = {}) {
  const film = {
    spine: freeSpine(),
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

export function freeSpine(): number {
  return 100_000 + Math.floor(Math.random() * 800_000_000)
}
