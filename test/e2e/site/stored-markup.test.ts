import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { readConfig } from '../../../server/config.ts'
import { openSite } from '../../../server/site.ts'
import { openAs, signUpAdmin } from '../support/admin.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { homePage, openLinks } from '../support/home-page.ts'
import type { Person } from '../support/people.ts'
import { type Server, startServer } from '../support/server.ts'
import { TEMPLATE } from '../support/setup.ts'
import { chooseFile, HEADER, openUpdatePage } from '../support/update-formats.ts'

/** Each sets `window.injected` if the page does not treat it as text. */
const MARKUP = [
  '<img src=x onerror="window.injected=1">',
  '"><script>window.injected=1</script>',
  "'><svg onload=window.injected=1>",
  '</title></script><script>window.injected=1</script>',
  '<iframe srcdoc="<script>parent.injected=1</script>"></iframe>',
  '<a href="javascript:window.injected=1">x</a>',
  '&lt;img src=x onerror=window.injected=1&gt;',
  "{{constructor.constructor('window.injected=1')()}}",
  '<math><mtext><style><img src=x onerror=window.injected=1></style>',
  'javascript:window.injected=1',
]

/** Links that are not valid http or https addresses. */
const LINKS = [
  'javascript:window.injected=1',
  'JaVaScRiPt:window.injected=1',
  ' javascript:window.injected=1',
  'java\nscript:window.injected=1',
  '\u0001javascript:window.injected=1',
  'javascript://example.org/%0awindow.injected=1',
  'data:text/html,<script>opener.injected=1</script>',
  'vbscript:x',
  'blob:x',
  'file:///etc/passwd',
  '//evil.example',
]

const COLUMNS = [
  'product_url',
  'box_art_url',
  'imdb_link',
  'letterboxd_link',
  'wikipedia_link',
  'bluray_com_link',
]
const FIRST_SPINE = 900_001

/** A site whose catalogue contains markup and links that the database's checks would refuse. */
const test = base.extend<object, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures' names from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'criterion-e2e-'))
      cpSync(process.env[TEMPLATE] ?? '', folder, { recursive: true })
      await insertFilms(folder)
      const server = await startServer(folder)
      await use(server)
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

async function insertFilms(folder: string): Promise<void> {
  const db = await openSite(readConfig({ DATA_DIR: folder }))
  await db.transaction(async (tx) => {
    for (const column of COLUMNS)
      await tx.script(`alter table public.films drop constraint films_${column}_check`)
    for (const [at, text] of MARKUP.entries()) {
      await tx.query(
        'insert into public.films (spine, title, director, country, dvd) values ($1, $2, $2, $2, true)',
        [FIRST_SPINE + at, text],
      )
    }
    for (const [at, link] of LINKS.entries()) {
      await tx.query(
        `insert into public.films (spine, title, director, dvd, ${COLUMNS}) values ($1, $2, 'Zzyzx', true, ${COLUMNS.map(() => '$3')})`,
        [FIRST_SPINE + 100 + at, `Link ${at}`, link],
      )
    }
  })
  await db.close()
}

/** Expects that no script ran, no text became an element, and every link is http or https. */
async function expectPlain(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    injected: 'injected' in window,
    handlers: document.querySelectorAll('[onerror], [onload], [onclick]').length,
    foreign: document.querySelectorAll(
      'iframe, object, embed, math, img[src="x"], script:not([src]):not(#config)',
    ).length,
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .map(({ protocol }) => protocol)
      .filter((protocol) => !/^https?:$/.test(protocol)),
  }))
  expect(found).toEqual({ injected: false, handlers: 0, foreign: 0, links: [] })
}

async function trackAll({ client }: Person): Promise<void> {
  const { data } = await client.from('films').select('id').gte('spine', FIRST_SPINE).throwOnError()
  const user_id = (await client.auth.getUser()).data.user?.id ?? ''
  await client
    .from('user_ownership')
    .insert(data.map(({ id }) => ({ user_id, film_id: id, owns_dvd: true })))
    .throwOnError()
}

test('every page shows markup in the catalogue as text', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'markup')
  await trackAll(admin)
  const { data: films } = await admin.client
    .from('films')
    .select('id, title')
    .gte('spine', FIRST_SPINE)
    .throwOnError()
  const update = { update_id: crypto.randomUUID(), update_name: MARKUP[0] ?? '' }
  const changes = films.slice(0, MARKUP.length).map(({ id }) => ({ id, after: { bluray: true } }))
  await admin.client.rpc('change_film_formats', { ...update, changes }).throwOnError()

  for (const address of ['/?q=injected', `/${admin.username}?q=injected`]) {
    await openAs(page, admin, address)
    await expect(homePage(page).cards).toHaveCount(MARKUP.length)
    for (const text of MARKUP) await expect(homePage(page).card(text)).toContainText(text)
    await expectPlain(page)
  }
  await page.goto('/admin/titles?q=injected')
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(MARKUP.length)
  await page.getByRole('button', { name: `Edit ${MARKUP[0]}`, exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(MARKUP[0] ?? '')
  await expectPlain(page)

  await page.goto('/admin/history')
  await expect(
    page
      .getByRole('main')
      .locator('li')
      .filter({ hasText: MARKUP[0] ?? '' })
      .first(),
  ).toBeVisible()
  await expectPlain(page)
  const [film] = films
  await page.goto(`/admin/history?film=${film?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(film?.title ?? '')
  await expectPlain(page)
})

test('the update page shows markup in the name and content of a file as text', async ({ page, server }) => {
  const admin = await signUpAdmin(server, 'files')
  await openAs(page, admin, '/')
  await openUpdatePage(page)
  const rows = MARKUP.map((text) => `"${text.replaceAll('"', '""')}",X,X,X,X,,,,`)
  const content = [HEADER, '900001,X,X,X,X,,,,', ...rows, ''].join('\n')
  await chooseFile(page, { name: `${MARKUP[0]}.csv`, content })
  await expect(
    page
      .getByText(MARKUP[1] ?? '')
      .or(page.getByText(/would change|cannot be read|line/i))
      .first(),
  ).toBeVisible()
  await expectPlain(page)
})

test('a stored link that is neither http nor https becomes a search', async ({ page, server, problems }) => {
  // The images do not load.
  problems.expect(/ERR_NAME_NOT_RESOLVED/)
  const admin = await signUpAdmin(server, 'links')
  await page.goto('/?q=zzyzx')
  await expect(homePage(page).cards).toHaveCount(LINKS.length)
  for (const at of LINKS.keys()) {
    const card = await openLinks(page, `Link ${at}`)
    await expect(card.getByRole('listitem').getByRole('link')).toHaveCount(7)
    for (const link of await card.getByRole('listitem').getByRole('link').all()) {
      expect(await link.getAttribute('href')).toMatch(/^https:\/\/[\w.-]+\/.*Link/)
    }
  }
  await expectPlain(page)
  await openAs(page, admin, '/admin/titles?q=zzyzx')
  await expect(page.getByRole('button', { name: /^Edit Link/ })).toHaveCount(LINKS.length)
  await expectPlain(page)
})
