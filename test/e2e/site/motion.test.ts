import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { homePage, openLinks, waitForAnimations } from '../support/home-page.ts'

test('the panel slides for 300 ms and fades take 200 ms', async ({ page }) => {
  await showEverythingThatMoves(page)
  expect(await movingParts(page)).toEqual(expect.arrayContaining(['translate 0.3s', 'opacity 0.2s']))
})

test('nothing is animated if the visitor prefers reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await showEverythingThatMoves(page)
  expect(await movingParts(page)).toEqual([])
})

async function showEverythingThatMoves(page: Page) {
  await page.goto('/')
  const card = await openLinks(page, 'Grand Illusion')
  await card.getByRole('button', { name: 'Back' }).click()
  await waitForAnimations(card)
  // A panel that the keyboard opens has no slide.
  await page.mouse.click(5, 5)
  await homePage(page).panelButton('Grand Illusion').hover()
  await waitForAnimations(card)
  await card.getByRole('button', { name: 'Wishlist' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Returns every transition with its duration, and every animation, on the page. */
function movingParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    for (const element of document.querySelectorAll('*')) {
      const style = getComputedStyle(element)
      const durations = style.transitionDuration.split(', ')
      style.transitionProperty.split(', ').forEach((property, index) => {
        const duration = durations[index % durations.length] ?? '0s'
        if (duration !== '0s') found.add(`${property} ${duration}`)
      })
      if (style.animationName !== 'none') found.add(`animation ${style.animationName}`)
      if (style.scrollBehavior === 'smooth') found.add('smooth scrolling')
    }
    return [...found]
  })
}
