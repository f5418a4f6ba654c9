import type { BrowserContext } from '@playwright/test'

/**
 * Makes `navigator.onLine` follow `setOffline` in every page of a context. Chromium itself reports no network on a
 * machine without one, and on another the emulation ends with the document.
 */
export async function emulateOnLine(context: BrowserContext): Promise<void> {
  const setOffline = context.setOffline.bind(context)
  let script = await context.addInitScript(setOnLine, true)

  context.setOffline = async (isOffline) => {
    const former = script
    script = await context.addInitScript(setOnLine, !isOffline)
    await former.dispose()
    await setOffline(isOffline)
    // A page that is being opened has the script.
    await Promise.all(context.pages().map((page) => page.evaluate(setOnLine, !isOffline).catch(() => {})))
  }
}

/** Runs in a page. */
function setOnLine(isOnLine: boolean): void {
  const previous = navigator.onLine
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnLine })
  if (isOnLine !== previous) dispatchEvent(new Event(isOnLine ? 'online' : 'offline'))
}
