import type { AnyRouter } from '@tanstack/react-router'

/**
 * Moves the focus to the content after a navigation to another page, as loading a document does. The element that had
 * the focus is gone, and a screen reader would not announce the new page.
 */
export function focusNewPages(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const content = document.getElementById('content')
    if (!fromLocation || !pathChanged || content?.contains(document.activeElement)) return
    content?.focus({ preventScroll: true })
  })
}
