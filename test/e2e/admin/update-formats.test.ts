import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import writeXlsx from 'write-excel-file/node'
import { toast } from '../support/account-ui.ts'
import { signUpAdmin } from '../support/admin.ts'
import { expectAccessible } from '../support/axe.ts'
import { FILMS } from '../support/catalogue.ts'
import { expect } from '../support/fixtures.ts'
import { signInAs, signUp } from '../support/people.ts'
import {
  chooseFile,
  countWith,
  csvWith,
  HEADER,
  openUpdatePage,
  SITE_CSV,
  spinesWithout,
  test,
  updatePage,
} from '../support/update-formats.ts'

const RPC = '**/rest/v1/rpc/change_film_formats'

test("an admin previews, writes and reverts an update from the site's file", async ({ page, admin }) => {
  const spines = spinesWithout('laserdisc', 120, 500)
  const { data } = await admin.client.from('films').select('id').in('spine', spines).throwOnError()
  const wrongFormats = data.map(({ id }) => ({ id, after: { laserdisc: true, laserdisc_oop: true } }))
  const update = { update_id: crypto.randomUUID(), update_name: 'Wrong formats' }
  await admin.client.rpc('change_film_formats', { ...update, changes: wrongFormats }).throwOnError()

  await openUpdatePage(page)
  const { fromSite, step, write, row, revert, earlier } = updatePage(page)
  await expect(page.getByText('OOP_Blu-ray')).toBeVisible()
  await fromSite.click()
  await expect(step('120 films would change')).toBeFocused()
  await expect(page.getByText('1,179 films stay as they are.')).toBeVisible()
  const film = FILMS.find(({ spine }) => spine === spines[0])
  await expect(row(film?.title ?? '').getByRole('listitem')).toHaveText([
    /^LD: yes → no$/,
    /^LD OOP: yes → no$/,
  ])
  await expect(page.getByRole('row')).toHaveCount(121)
  expect(await countWith(admin, spines, 'laserdisc'), 'nothing is written yet').toBe(120)

  await expect(write).toHaveText('Update 120 films')
  await write.click()
  await expect(step('120 films were updated.')).toBeFocused()
  await expect(toast(page, 'Updated 120 film formats!')).toBeVisible()
  expect(await countWith(admin, spines, 'laserdisc')).toBe(0)
  await expect(earlier.getByRole('listitem').first()).toContainText('Formats from film-formats.csv 120 films')

  await fromSite.click()
  await expect(step('The catalogue already matches the file.')).toBeFocused()
  await expect(write).toHaveCount(0)

  await page.reload()
  const latest = earlier.getByRole('listitem').first()
  await latest.getByRole('button', { name: 'Revert Formats from film-formats.csv' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revert 120 films' }).click()
  await expect(page.getByText('120 films were reverted.')).toBeVisible()
  expect(await countWith(admin, spines, 'laserdisc_oop')).toBe(120)
  await expect(revert).toHaveCount(0)
})

test('the preview shows how many people own a format that the update removes', async ({
  page,
  admin,
  server,
}) => {
  const owner = await signUp(server.url, 'owner')
  const { data: film } = await admin.client.from('films').select('id').eq('spine', 2).single().throwOnError()
  await owner.client.from('user_ownership').insert({ film_id: film.id, owns_dvd: true }).throwOnError()
  await openUpdatePage(page)
  await chooseFile(page, { name: 'gone.csv', content: csvWith([2, 3], 'dvd') })
  const { step, write } = updatePage(page)
  await expect(step('2 films would change')).toBeFocused()
  await expect(page.getByText('1 person owns a format that this removes.')).toBeVisible()
  await expect(write).toBeVisible()
})

test('an admin downloads the changes of an update and reverts it except for newer changes', async ({
  page,
  admin,
}) => {
  const spines = spinesWithout('bluray_4k', 3)
  await openUpdatePage(page)
  await chooseFile(page, { name: 'three.csv', content: csvWith(spines, 'bluray_4k') })
  const { write, step, revert, download } = updatePage(page)
  await write.click()
  await expect(step('3 films were updated.')).toBeVisible()

  const saving = page.waitForEvent('download')
  await download.click()
  const saved = await readFile(await (await saving).path(), 'utf8')
  expect(saved.split('\r\n')).toHaveLength(5)
  expect(saved).toMatch(new RegExp(`^\uFEFFSpine,Title,Column,Before,After\r\n${spines[0]},.*,4K,,X\r\n`))

  const other = FILMS.find(({ spine }) => spine === spines[1])
  await admin.client
    .from('films')
    .update({ bluray_4k: false })
    .eq('spine', spines[1] ?? 0)
    .throwOnError()
  await revert.click()
  await expect(step('2 films were reverted.')).toBeFocused()
  const leftAlone = `Not reverted, because of a later change, deletion or revert: ${other?.title} (${spines[1]}).`
  await expect(page.getByText(leftAlone)).toBeVisible()
  await expect(revert).toHaveCount(0)
  expect(await countWith(admin, spines, 'bluray_4k')).toBe(0)
})

test('a double click on Update does not press the Revert button that appears there', async ({
  page,
  admin,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const spines = spinesWithout('bluray_4k', 1)
  await openUpdatePage(page)
  await chooseFile(page, { name: 'one.csv', content: csvWith(spines, 'bluray_4k') })
  const { write, step, revert } = updatePage(page)
  await expect(write).toHaveText('Update 1 film')
  await write.click({ clickCount: 2, delay: 40 })
  await expect(step('1 film was updated.')).toBeVisible()
  await expect(toast(page, 'Updated 1 film formats!')).toBeVisible()
  await expect(revert).toHaveText('Revert 1 film')
  expect(await countWith(admin, spines, 'bluray_4k')).toBe(1)
})

test('an admin chooses or drops a CSV file or a spreadsheet', async ({ page, admin }) => {
  const spines = spinesWithout('bluray', 4)
  await openUpdatePage(page)
  const { step, write } = updatePage(page)
  const rows = csvWith(spines, 'bluray').trim().split('\n')
  await chooseFile(page, {
    name: 'semicolons.csv',
    content: `\uFEFF${rows.join('\r\n').replaceAll(',', ';').toLowerCase()}`,
  })
  await expect(step('4 films would change')).toBeFocused()
  await expect(page.getByText('semicolons.csv: 1,295 films stay as they are')).toBeVisible()

  const cells = rows.map((row) =>
    row.split(',').map((cell, index) => (index === 0 && cell !== 'Spine' ? Number(cell) : cell || null)),
  )
  const xlsx = await writeXlsx(cells.slice(0, 4)).toBuffer()
  await chooseFile(page, { name: 'three.xlsx', content: xlsx })
  await expect(step('3 films would change')).toBeFocused()

  await drop(page, [{ name: 'two.csv', content: rows.slice(0, 3).join('\n') }])
  await expect(step('2 films would change')).toBeFocused()
  await drop(page, [
    { name: 'a.csv', content: 'a' },
    { name: 'b.csv', content: 'b' },
  ])
  await expect(page.getByText('Drop one file at a time')).toBeVisible()
  await drop(page, [{ name: 'three.xlsx', content: xlsx.toString('latin1') }])
  await expect(step('3 films would change')).toBeFocused()
  await write.click()
  await expect(step('3 films were updated.')).toBeVisible()
  expect(await countWith(admin, spines, 'bluray')).toBe(3)
})

test('the page offers to drop a dragged file, but not dragged text', async ({ page, admin: _ }) => {
  await openUpdatePage(page)
  const hint = page.getByText('Drop the file to see what would change')
  await expect(hint).toBeHidden()
  const drag = (kind: 'file' | 'text', event: 'dragenter' | 'dragleave') =>
    page.evaluate(
      ([kind, event]) => {
        const transfer = new DataTransfer()
        if (kind === 'file') transfer.items.add(new File(['a'], 'a.csv'))
        else transfer.setData('text/plain', 'text')
        document.body.dispatchEvent(new DragEvent(event, { dataTransfer: transfer, bubbles: true }))
      },
      [kind, event] as const,
    )
  await drag('text', 'dragenter')
  await expect(hint).toBeHidden()
  await drag('file', 'dragenter')
  await expect(hint).toBeVisible()
  await drag('file', 'dragleave')
  await expect(hint).toBeHidden()
})

test('the preview names the errors in lines, and the update writes the other lines', async ({
  page,
  admin,
}) => {
  const [one = 0, two = 0] = spinesWithout('bluray_4k', 2)
  const lines = [
    HEADER,
    `${one},,,,X,,,,`,
    `${two},X,X,X,X,,,,`,
    '1400,X,,,,,,,',
    `${two},,,,,,,,`,
    '7,yes,,,,,,,',
    'x,,,,,,,,',
    `9,,,,,,X,,`,
  ]
  await openUpdatePage(page)
  await chooseFile(page, { name: 'wrong.csv', content: lines.join('\n') })
  const { step, write } = updatePage(page)
  await expect(step('2 films would change')).toBeFocused()
  await expect(page.getByRole('heading', { name: '5 lines are left out' })).toBeVisible()
  for (const note of [
    `Line 3 spine ${two} stands on line 5 once more, so neither is used.`,
    'Line 4 spine 1400 is not in the catalogue.',
    `Line 5 spine ${two} stands on line 3 already, so neither is used.`,
    'Line 6 Laserdisc holds “yes” where only X or nothing can stand.',
    'Line 7 spine “x” must be a whole number from 1 to 999,999,999.',
    'Line 8 spine 9 has OOP_DVD without DVD, so OOP_DVD is passed over.',
  ]) {
    await expect(page.getByRole('listitem').filter({ hasText: note })).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'One remark' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Spine more than once: 2 lines' })).toBeVisible()
  const complaints = page.getByRole('heading', { name: '5 lines are left out' })
  const [changes, below] = await Promise.all([
    page.getByRole('table').boundingBox(),
    complaints.boundingBox(),
  ])
  expect(below?.y, 'the changes are above the errors').toBeGreaterThan(
    (changes?.y ?? 0) + (changes?.height ?? 0) - 1,
  )
  await page.getByRole('link', { name: '5 lines are left out' }).click()
  await expect(complaints).toBeInViewport()
  await write.click()
  await expect(step('2 films were updated.')).toBeFocused()
  expect(await countWith(admin, [one, two], 'bluray_4k')).toBe(1)
})

const UNUSABLE: { name: string; content: string | Buffer; message: string | RegExp }[] = [
  { name: 'empty.csv', content: '', message: 'the file is empty' },
  { name: 'header.csv', content: HEADER, message: 'header.csv: 1,299 films stay as they are.' },
  {
    name: 'wrong.csv',
    content: SITE_CSV.replace('OOP_4K', 'OOP_UHD'),
    message: 'the header lacks the column “OOP_4K”',
  },
  {
    name: 'no-header.csv',
    content: SITE_CSV.replace(`${HEADER}\n`, ''),
    message: 'the header lacks the columns “Spine”',
  },
  {
    name: 'photo.csv',
    content: Buffer.from(Array.from({ length: 9999 }, (_, at) => (at * 7919) % 251)),
    message: 'neither a CSV file nor',
  },
  {
    name: 'no.xlsx',
    content: Buffer.from('PK\u0003\u0004 and nothing else'),
    message: 'The spreadsheet is damaged',
  },
  {
    name: 'old.xls',
    content: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]),
    message: 'an .xls spreadsheet, or one with a password',
  },
  { name: 'large.csv', content: Buffer.alloc(10_000_001, 'x'), message: 'larger than 10 MB' },
]

test('an unusable file shows a message', async ({ page, admin: _ }) => {
  await openUpdatePage(page)
  for (const { name, content, message } of UNUSABLE) {
    await chooseFile(page, { name, content })
    await expect(page.getByText(message), name).toBeVisible()
    await expect(updatePage(page).write, name).toHaveCount(0)
  }
})

test('a failed load of the file reader or of data shows a message and a working Try again button', async ({
  page,
  admin: _,
  problems,
}) => {
  problems.expect(/file-worker|universal|film-formats|\/rest\/v1\/films/)
  await openUpdatePage(page)
  const { fromSite, step } = updatePage(page)
  const NOT_LOADED = 'The code that reads such files could not be loaded. Reload the page'
  for (const [address, sentence] of [
    ['**/assets/file-worker-*.js', NOT_LOADED],
    ['**/film-formats.csv', 'The server could not be reached.'],
    ['**/rest/v1/films?*', 'The server could not be reached.'],
  ] as const) {
    await page.route(address, (route) => route.abort('connectionreset'))
    await fromSite.click()
    await expect(page.getByText(sentence), address).toBeVisible()
    await page.unroute(address)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(step('The catalogue already matches the file.')).toBeFocused()
  }
  const content = await writeXlsx([HEADER.split(',')]).toBuffer()
  await page.route('**/assets/universal-*.js', (route) => route.abort('connectionreset'))
  await chooseFile(page, { name: 'header.xlsx', content })
  await expect(page.getByText(NOT_LOADED)).toBeVisible()
})

test('a worker reads a file of a hundred thousand lines within seconds', async ({ page, admin: _ }) => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `${index + 1},X,X,,,,X,,`)
  await openUpdatePage(page)
  const worker = page.waitForEvent('worker')
  await chooseFile(page, { name: 'many.csv', content: [HEADER, ...lines].join('\n') })
  expect((await worker).url()).toContain('file-worker')
  await expect(page.getByRole('heading', { name: '98,701 lines are left out' })).toBeVisible()
  await expect(page.getByText('And 98,651 more.')).toBeVisible()
  await expect(page.getByText('Line 1301 spine 1300 is not in the catalogue.')).toBeVisible()
})

test('an update that the network interrupts reports exactly the written films and completes on a retry', async ({
  page,
  admin,
  problems,
}) => {
  problems.expect(/change_film_formats/, /Formats that could not be updated/)
  const spines = spinesWithout('laserdisc', 400, 200)
  await openUpdatePage(page)
  await chooseFile(page, { name: 'many.csv', content: csvWith(spines, 'laserdisc') })
  const { write, step, rest, earlier } = updatePage(page)
  await expect(write).toHaveText('Update 400 films')

  let batch = 0
  await page.route(RPC, async (route) => {
    batch += 1
    if (batch === 2 || batch === 6) return route.abort('connectionreset')
    // The batch is written, but its response is lost.
    if (batch === 4) {
      await route.fetch()
      return route.abort('connectionreset')
    }
    return route.continue()
  })
  await write.click()
  await expect(step('300 films were updated, 100 were not.')).toBeFocused()
  expect(batch).toBe(8)
  expect(await countWith(admin, spines, 'laserdisc')).toBe(300)
  await expect(toast(page, 'Failed to update formats. Check console for details.')).toBeVisible()
  await expect(page.getByText('The server could not be reached.')).toBeVisible()
  await expect(page.getByText(/^Remaining spines: \d/)).toBeVisible()

  await page.unroute(RPC)
  await rest.click()
  await expect(step('400 films were updated.')).toBeFocused()
  await expect(toast(page, 'Updated 400 film formats!')).toBeVisible()
  expect(await countWith(admin, spines, 'laserdisc')).toBe(400)
  await expect(earlier.getByRole('listitem').first()).toContainText('Formats from many.csv 400 films')
})

test('an update reports films whose state is unknown, and another run completes it', async ({
  page,
  admin,
  problems,
}) => {
  problems.expect(/change_film_formats|film_changes|film_history/, /Formats that could not be updated/)
  const spines = spinesWithout('laserdisc', 60, 700)
  await openUpdatePage(page)
  await chooseFile(page, { name: 'sixty.csv', content: csvWith(spines, 'laserdisc') })
  let batch = 0
  await page.route(RPC, async (route) => {
    batch += 1
    if (batch === 2) await route.fetch()
    return batch === 2 ? route.abort('connectionreset') : route.continue()
  })
  await page.route('**/rest/v1/film_changes?*', (route) => route.abort('connectionreset'))
  const { write, step, fromSite } = updatePage(page)
  await write.click()
  await expect(step('50 films were updated; for 10 more this is unknown.')).toBeFocused()

  await page.unrouteAll()
  await chooseFile(page, { name: 'sixty.csv', content: csvWith(spines, 'laserdisc') })
  await expect(step('The catalogue already matches the file.')).toBeFocused()
  expect(await countWith(admin, spines, 'laserdisc')).toBe(60)
  await expect(fromSite).toBeEnabled()
})

test('an update does not overwrite a film that another admin has changed and compares it again', async ({
  page,
  admin,
  server,
  problems,
}) => {
  problems.expect(/change_film_formats/, /Formats that could not be updated/)
  const other = await signUpAdmin(server, 'other')
  const spines = spinesWithout('laserdisc', 60, 900)
  await openUpdatePage(page)
  await chooseFile(page, { name: 'sixty.csv', content: csvWith(spines, 'laserdisc') })
  const { write, step } = updatePage(page)
  await expect(write).toHaveText('Update 60 films')
  const [overtaken = 0] = spines
  await other.client.from('films').update({ laserdisc: true }).eq('spine', overtaken).throwOnError()

  await write.click()
  await expect(step('10 films were updated, 50 were not.')).toBeFocused()
  await expect(
    page.getByText(`Changed or deleted by someone else meanwhile: spine ${overtaken}.`),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Compare again' }).click()
  await expect(step('49 films would change')).toBeFocused()
  await write.click()
  await expect(step('49 films were updated.')).toBeFocused()
  expect(await countWith(admin, spines, 'laserdisc')).toBe(60)
})

test('a person who is no longer an admin writes no update and is redirected to the home page', async ({
  page,
  admin,
  server,
  problems,
}) => {
  problems.expect(
    /change_film_formats|film_changes|film_history|film_updates/,
    /Formats that could not be updated/,
  )
  const spines = spinesWithout('laserdisc', 5, 1000)
  await openUpdatePage(page)
  await chooseFile(page, { name: 'five.csv', content: csvWith(spines, 'laserdisc') })
  await expect(updatePage(page).write).toBeVisible()
  await server.admin('revoke', admin.username)
  await updatePage(page).write.click()
  await expect(toast(page, 'Failed to update formats. Check console for details.')).toBeVisible()
  await expect(toast(page, 'Access denied')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await countWith(admin, spines, 'laserdisc')).toBe(0)
})

test('leaving the page during an update asks for confirmation', async ({ page, admin: _ }) => {
  const spines = spinesWithout('laserdisc', 5, 1100)
  await openUpdatePage(page)
  await chooseFile(page, { name: 'five.csv', content: csvWith(spines, 'laserdisc') })
  const release = Promise.withResolvers<void>()
  await page.route(RPC, async (route) => {
    await release.promise
    await route.continue()
  })
  const { write, step } = updatePage(page)
  await write.click()
  await expect(step('Updating...')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Films written' })).toHaveAttribute('max', '5')
  const opened = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await opened
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  release.resolve()
  await expect(step('5 films were updated.')).toBeFocused()
})

test('an admin runs and reverts an update with the keyboard alone', async ({ page, admin }) => {
  const [spine = 0] = spinesWithout('laserdisc', 1, 1200)
  await admin.client.from('films').update({ laserdisc: true }).eq('spine', spine).throwOnError()
  await openUpdatePage(page)
  const { fromSite, choose: chooseButton, step, write, download, revert } = updatePage(page)
  // Started early, because the interception of file choosers takes a moment to start.
  const chooser = page.waitForEvent('filechooser')
  await fromSite.focus()
  await page.keyboard.press('Enter')
  await expect(step('1 film would change')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(write).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(step('1 film was updated.')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(download).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(revert).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(step('1 film was reverted.')).toBeFocused()
  await chooseButton.focus()
  await page.keyboard.press('Enter')
  await chooser
})

test('visitors and people who are not admins cannot open the page that updates formats', async ({
  newVisitor,
  server,
}) => {
  const visitor = await newVisitor()
  await visitor.goto('/admin/update-formats')
  await expect(visitor).toHaveURL('/')
  await expect(toast(visitor, 'Access denied')).toBeVisible()

  const person = await newVisitor()
  await signInAs(person.context(), await signUp(server.url, 'person'))
  await person.goto('/admin/update-formats')
  await expect(person).toHaveURL('/')
  await expect(toast(person, 'Access denied')).toBeVisible()
})

const STATES: { name: string; show: (page: Page) => Promise<unknown> }[] = [
  { name: 'the page that updates formats', show: async () => {} },
  {
    name: 'a comparison with remarks',
    show: async (page) => {
      const lines = [...csvWith([1, 2, 3], 'bluray_4k').trim().split('\n'), 'x,,,,,,,,', '7,,,,,,,,X']
      await chooseFile(page, { name: 'some.csv', content: lines.join('\n') })
      await expect(updatePage(page).write).toBeVisible()
    },
  },
  {
    name: 'an update that is being written',
    show: async (page) => {
      await page.route(RPC, () => {})
      await chooseFile(page, { name: 'some.csv', content: csvWith([1, 2, 3], 'bluray_4k') })
      await updatePage(page).write.click()
      await expect(page.getByRole('progressbar')).toBeVisible()
    },
  },
  {
    name: 'an update that failed',
    show: async (page) => {
      await page.route(RPC, (route) => route.abort('connectionreset'))
      await chooseFile(page, { name: 'some.csv', content: csvWith([1, 2, 3], 'bluray_4k') })
      await updatePage(page).write.click()
      await expect(updatePage(page).rest).toBeVisible()
    },
  },
  {
    name: 'a file that cannot be read',
    show: async (page) => {
      await chooseFile(page, { name: 'no.xlsx', content: 'PK\u0003\u0004' })
      await expect(page.getByText('The spreadsheet is damaged')).toBeVisible()
    },
  },
]

for (const { name, show } of STATES) {
  test(`axe finds no violation in ${name}, in both themes, on a desktop and on a phone`, async ({
    page,
    admin: _,
    problems,
  }) => {
    problems.expect(/change_film_formats/, /Formats that could not be updated/)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openUpdatePage(page)
    await show(page)
    await expectAccessible(page, name, { widths: [1280, 390, 320] })
  })
}

async function drop(page: Page, files: { name: string; content: string }[]) {
  await page.evaluate((files) => {
    const transfer = new DataTransfer()
    for (const { name, content } of files) {
      const bytes = Uint8Array.from(content, (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name))
    }
    const over = new DragEvent('dragover', { dataTransfer: transfer, bubbles: true, cancelable: true })
    document.body.dispatchEvent(over)
    if (!over.defaultPrevented) throw new Error('The page does not take files.')
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
    )
  }, files)
}
