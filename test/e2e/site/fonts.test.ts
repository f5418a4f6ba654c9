import type { Page } from '@playwright/test'
import { header } from '../support/account-ui.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'

const FACES = '**/*.woff2'
const HEADING = 'header h1'
const CARD_TITLE = 'article h3'

test('from the second page on the faces are there, however late they come, and nothing moves', async ({
  page,
}) => {
  await recordLayoutShifts(page)
  await page.goto('/')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('faces'))).toContain('.woff2')
  // Later than a browser waits for a face that is optional.
  await page.route(FACES, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    await route.continue()
  })
  await page.reload()
  for (const place of [HEADING, CARD_TITLE]) {
    await expect.poll(() => fontOf(page, place)).toMatchObject({ isCustomFont: true })
  }
  expect(await layoutShifts(page)).toEqual([])
})

test('a first page that the faces are too late for goes without them, the next one does not', async ({
  page,
}) => {
  await recordLayoutShifts(page)
  const asked = Promise.withResolvers<void>()
  await page.route(FACES, async (route) => {
    await asked.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(homePage(page).status).toBeVisible()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 4000)))
  asked.resolve()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('faces'))).not.toBeNull()
  expect(await fontOf(page, HEADING)).toMatchObject({ isCustomFont: false })
  expect(await layoutShifts(page)).toEqual([])
  await header(page).signIn.click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect.poll(() => fontOf(page, 'main h1')).toMatchObject({ isCustomFont: true })
})

test('the stand-ins keep the weights and the measures of the faces', async ({
  page,
  newVisitor,
  problems,
}) => {
  problems.expect(/woff2/)
  const without = await newVisitor()
  await without.route(FACES, (route) => route.abort())
  for (const visitor of [page, without]) {
    await visitor.goto('/')
    await expect(homePage(visitor).status).toBeVisible()
  }
  // The first page may have gone without.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('faces'))).not.toBeNull()
  await page.reload()
  await expect.poll(() => fontOf(page, HEADING)).toMatchObject({ isCustomFont: true })
  for (const place of [HEADING, CARD_TITLE, 'main select', 'h2#banner']) {
    const { isCustomFont, postScriptName } = await fontOf(without, place)
    expect(isCustomFont, place).toBe(false)
    expect(postScriptName, place).toMatch(/Bold/)
    const [real, standIn] = [await widthOf(page, place), await widthOf(without, place)]
    expect(standIn / real, place).toBeGreaterThan(0.96)
    expect(standIn / real, place).toBeLessThan(1.04)
  }
  const heights = [page, without].map((visitor) => visitor.evaluate(() => document.body.scrollHeight))
  const [real = 0, standIn = 0] = await Promise.all(heights)
  expect(Math.abs(standIn - real)).toBeLessThan(3)
})

/** The font in which most of an element's letters are drawn, as the browser says. */
async function fontOf(page: Page, selector: string) {
  const tools = await page.context().newCDPSession(page)
  await tools.send('DOM.enable')
  await tools.send('CSS.enable')
  const { root } = await tools.send('DOM.getDocument')
  const { nodeId } = await tools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await tools.send('CSS.getPlatformFontsForNode', { nodeId })
  await tools.detach()
  const [font] = fonts.toSorted((one, other) => other.glyphCount - one.glyphCount)
  if (!font) throw new Error(`Nothing is drawn in ${selector}.`)
  return font
}

/** How wide the letters of an element stand on one line. */
function widthOf(page: Page, selector: string): Promise<number> {
  return page.evaluate((selector) => {
    const element = document.querySelector(selector)
    if (!element) throw new Error(`There is no ${selector}.`)
    const { font, letterSpacing } = getComputedStyle(element)
    const line = document.body.appendChild(document.createElement('span'))
    Object.assign(line.style, { font, letterSpacing, whiteSpace: 'nowrap', position: 'absolute' })
    line.textContent = 'The films of the Criterion Collection, from Grand Illusion to Seven Samurai'
    const { width } = line.getBoundingClientRect()
    line.remove()
    return width
  }, selector)
}
