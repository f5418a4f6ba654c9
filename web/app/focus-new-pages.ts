import type { AnyRouter } from '@tanstack/react-router'

/**
 * Takes the focus to the content of a page that has taken another's place: what had it is gone, and a screen reader
 * would say nothing of the change. As the whole page's loading would, only without a loading.
 */
export function focusNewPages(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const content = document.getElementById('content')
    if (!fromLocation || !pathChanged || content?.contains(document.activeElement)) return
    content?.focus({ preventScroll: true })
  })
}
