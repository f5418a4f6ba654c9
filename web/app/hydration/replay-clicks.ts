import { loadDeferredComponents } from '../deferred-component.tsx'

declare global {
  interface Window {
    /** What was clicked before the page could hear it, as `before-paint.js` has written it down. */
    earlyClicks?: { targets: Set<HTMLElement | null>; stop: () => void }
  }
}

/**
 * Does what was asked for with buttons before there was anybody to hear it, once what they open is there. To be called
 * as soon as they are heard: by a page that the server has drawn when it is taken over, which is later than the
 * application around it.
 */
export function replayEarlyClicks(): void {
  const { targets, stop } = window.earlyClicks ?? {}
  stop?.()
  loadDeferredComponents().then(async () => {
    delete window.earlyClicks
    for (const target of targets ?? []) {
      if (target?.isConnected) target.click()
      // Until that one is drawn: what the next one does may depend on it.
      await undefined
    }
    targets?.clear()
  })
}
