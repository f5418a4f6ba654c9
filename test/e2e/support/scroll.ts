import type { Page } from '@playwright/test'

/**
 * Scrolls on as far as films are loaded, until so many are on the page. Answers every text that the end of
 * the list has shown meanwhile: some are gone too soon to be caught from outside.
 */
export function scrollUntil(page: Page, count: number): Promise<string[]> {
  return page.evaluate(async (count) => {
    const cards = document.getElementsByTagName('article')
    const texts = new Set<string>()
    while (cards.length < count) {
      const end = cards[cards.length - 1]?.getBoundingClientRect().bottom ?? 0
      // In steps: a leap over more than a screen in the very frame in which films arrive would count as their doing.
      scrollBy({ top: Math.max(0, Math.min(innerHeight * 0.8, end - innerHeight / 2)), behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      for (const line of document.querySelectorAll('[role=status]')) texts.add(line.textContent ?? '')
    }
    return [...texts]
  }, count)
}
