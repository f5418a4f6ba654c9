import type { Page } from '@playwright/test'

const LIMITS = {
  /** How long the page may take for its next films. */
  films: 60_000,
  /** How long the browser may take for a frame. */
  frame: 10_000,
}

/**
 * Scrolls until `count` films are on the page. Returns every text that the status lines have shown, because some
 * disappear too soon for an assertion to see them.
 * @throws if no film has arrived for a minute; the message describes the page.
 */
export function scrollUntil(page: Page, count: number): Promise<string[]> {
  return page.evaluate(
    async ({ count, limits }) => {
      const cards = document.getElementsByTagName('article')
      const texts = new Set<string>()
      let shown = cards.length
      let changed = performance.now()
      let frames = 0
      while (cards.length < count) {
        const end = cards[cards.length - 1]?.getBoundingClientRect().bottom ?? 0
        // In steps of less than a screen: a longer one in the frame in which films arrive counts as a layout shift.
        scrollBy({
          top: Math.max(0, Math.min(innerHeight * 0.8, end - innerHeight / 2)),
          behavior: 'instant',
        })
        await new Promise((resolve) => {
          setTimeout(resolve, limits.frame)
          requestAnimationFrame(() => {
            frames++
            setTimeout(resolve)
          })
        })
        for (const line of document.querySelectorAll('[role=status]')) texts.add(line.textContent ?? '')
        if (cards.length !== shown) {
          shown = cards.length
          changed = performance.now()
        } else if (performance.now() - changed > limits.films) throw new Error(`No more films: ${describe()}`)
      }
      return [...texts]

      function describe(): string {
        const requests = performance.getEntriesByType('resource').map(({ name, startTime, duration }) => {
          return `${Math.round(startTime)}+${Math.round(duration)} ${name}`
        })
        return JSON.stringify({
          shown,
          frames,
          isHydrated: window.clicksToReplay === undefined,
          visibility: document.visibilityState,
          now: performance.now(),
          scrolled: [scrollY, innerHeight, document.documentElement.scrollHeight],
          texts: [...texts],
          page: document.body.innerText.slice(-500),
          requests: requests.filter((request) => request.includes(location.origin)).slice(-40),
        })
      }
    },
    { count, limits: LIMITS },
  )
}
