import { loadDeferredCode } from '../deferred-component.tsx'

declare global {
  interface Window {
    /** The buttons that were clicked before hydration, as recorded by `before-paint.js`. */
    clicksToReplay?: { targets: Set<HTMLElement | null>; stop: () => void }
  }
}

/**
 * Clicks the buttons again that were clicked before hydration, once the deferred components have loaded. To be called
 * when the page is hydrated, which is later than the application around it.
 */
export function replayEarlyClicks(): void {
  const { targets, stop } = window.clicksToReplay ?? {}
  stop?.()
  loadDeferredCode().then(async () => {
    delete window.clicksToReplay
    for (const target of targets ?? []) {
      if (target?.isConnected) target.click()
      // Until the result is rendered, because what the next button does may depend on it.
      await undefined
    }
    targets?.clear()
  })
}
