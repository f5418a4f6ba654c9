import type { Page } from '@playwright/test'

interface Shift {
  value: number
  moved: string[]
}

declare global {
  interface Window {
    layoutShifts?: Shift[]
  }
}

/** Records every layout shift that no input caused, from the next page load on (web.dev/cls). */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    window.layoutShifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue
        const moved = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node instanceof Element ? node.outerHTML.slice(0, 80) : node?.nodeName}: ${Math.round(previousRect.x)},${Math.round(previousRect.y)} → ${Math.round(currentRect.x)},${Math.round(currentRect.y)}`,
        )
        window.layoutShifts?.push({ value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The shifts so far, also of what was rendered last: the browser reports a shift after the next frame. */
export function layoutShifts(page: Page): Promise<Shift[] | undefined> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
    return window.layoutShifts
  })
}
