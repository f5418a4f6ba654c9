import type { Page } from '@playwright/test'

/**
 * Scrolls until `count` films are on the page. Returns every text that the status lines have shown, because some
 * disappear too soon for an assertion to see them.
 */
export function scrollUntil(page: Page, count: number): Promise<string[]> {
  return page.evaluate(async (count) => {
    const cards = document.getElementsByTagName('article')
    const texts = new Set<string>()
    while (cards.length < count) {
      const end = cards[cards.length - 1]?.getBoundingClientRect().bottom ?? 0
      // In steps of less than a screen: a longer one in the frame in which films arrive counts as a layout shift.
      scrollBy({ top: Math.max(0, Math.min(innerHeight * 0.8, end - innerHeight / 2)), behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      for (const line of document.querySelectorAll('[role=status]')) texts.add(line.textContent ?? '')
    }
    return [...texts]
  }, count)
}
