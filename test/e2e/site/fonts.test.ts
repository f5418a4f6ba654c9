import type { Page } from '@playwright/test'
import { header } from '../support/account-ui.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'

const FACES = '**/*.woff2'
const HEADING = 'header h1'
const CARD_TITLE = 'article h3'

test('from the second page on, late fonts are shown without a layout shift', async ({ page }) => {
  await recordLayoutShifts(page)
  await page.goto('/')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('faces'))).toContain('.woff2')
  // The page waits a second for its fonts, which a busy machine needs without any delay.
  await page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = ((run: () => void, ms?: number) =>
      setTimeout(run, ms === 1000 ? 20_000 : ms)) as typeof window.setTimeout
  })
  // Longer than a browser waits for a font with `font-display: optional`.
  await page.route(FACES, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    await route.continue()
  })
  await page.reload()
  for (const selector of [HEADING, CARD_TITLE]) {
    await expect.poll(() => fontOf(page, selector)).toMatchObject({ isCustomFont: true })
  }
  expect(await layoutShifts(page)).toEqual([])
})

test('a first page whose fonts come late keeps the fallback fonts, and the next page shows the fonts', async ({
  page,
}) => {
  await recordLayoutShifts(page)
  const release = Promise.withResolvers<void>()
  await page.route(FACES, async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(homePage(page).status).toBeVisible()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 4000)))
  release.resolve()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('faces'))).not.toBeNull()
  expect(await fontOf(page, HEADING)).toMatchObject({ isCustomFont: false })
  expect(await layoutShifts(page)).toEqual([])
  await header(page).signIn.click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect.poll(() => fontOf(page, 'main h1')).toMatchObject({ isCustomFont: true })
})

test('the fallback fonts have the weights and about the widths of the fonts', async ({
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
  // The first page may show the fallback fonts.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('faces'))).not.toBeNull()
  await page.reload()
  await expect.poll(() => fontOf(page, HEADING)).toMatchObject({ isCustomFont: true })
  for (const visitor of [page, without]) {
    // Otherwise the headless shell rounds the width of each letter to a pixel.
    await visitor.evaluate(() => {
      document.documentElement.style.textRendering = 'geometricPrecision'
    })
  }
  for (const selector of [HEADING, CARD_TITLE, 'main select', 'h2#banner']) {
    const { isCustomFont, postScriptName } = await fontOf(without, selector)
    expect(isCustomFont, selector).toBe(false)
    expect(postScriptName, selector).toMatch(/Bold/)
    const [real, fallback] = [await widthOf(page, selector), await widthOf(without, selector)]
    expect(fallback / real, selector).toBeGreaterThan(0.96)
    expect(fallback / real, selector).toBeLessThan(1.04)
  }
  const heights = [page, without].map((visitor) => visitor.evaluate(() => document.body.scrollHeight))
  const [real = 0, fallback = 0] = await Promise.all(heights)
  expect(Math.abs(fallback - real)).toBeLessThan(3)
})

/** Returns the font that the browser uses for most letters of an element. */
async function fontOf(page: Page, selector: string) {
  const tools = await page.context().newCDPSession(page)
  await tools.send('DOM.enable')
  await tools.send('CSS.enable')
  const { root } = await tools.send('DOM.getDocument')
  const { nodeId } = await tools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await tools.send('CSS.getPlatformFontsForNode', { nodeId })
  await tools.detach()
  const [font] = fonts.toSorted((one, other) => other.glyphCount - one.glyphCount)
  if (!font) throw new Error(`${selector} has no text.`)
  return font
}

/** Measures a line of text in the font of an element, in px. */
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
