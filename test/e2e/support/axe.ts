import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose results depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Cards beyond the first dozen. They are alike; the long tests check every cover. */
const FURTHER_CARDS = 'li:nth-child(n + 13):has(article)'

/**
 * Expects a page to fit each width, and axe to find no violation at each width in both themes. All rules run in the
 * light theme; the dark theme differs from it in its colours only.
 * @param state what the page shows, for the message of a failure.
 * @param part a selector of the part to examine; by default the whole page.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  { widths = [1280, 390], part = 'html' }: { widths?: number[]; part?: string } = {},
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow, `${state}: pixels beyond ${width} px`).toBeLessThanOrEqual(0)
    // Content that is about to change is dimmed, and its contrast is too low.
    await expect(page.locator('[aria-busy="true"]'), state).toHaveCount(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      // Without animations, because axe would measure the colours in the middle of a fade.
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
      // An animation that began earlier still runs to its end.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
      const axe = new AxeBuilder({ page }).include(part).exclude(FURTHER_CARDS)
      if (colorScheme === 'light') axe.withTags(TAGS)
      else axe.withRules(COLOUR_RULES)
      // The pages have no frames. The legacy mode needs no additional window for the results.
      const { violations } = await axe.setLegacyMode(true).analyze()
      const found = violations.flatMap(({ id, help, nodes }) =>
        nodes
          .map(({ html, failureSummary = '' }) => ({ id, help, html, failureSummary }))
          // A sticky bar covers a part of a row at its edge until the page is scrolled.
          .filter(({ failureSummary }) => !failureSummary.includes('because it is partially obscured'))
          .slice(0, 3),
      )
      expect(found, `${state}, ${width} px, ${colorScheme}`).toEqual([])
    }
  }
}
