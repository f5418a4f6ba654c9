import type { ToastMessage } from './toast-message.ts'

let toaster: Promise<typeof import('./toaster.tsx')> | undefined

/** Loads the toaster with the first toast; the next call repeats a failed load. */
function loadToaster() {
  toaster ??= import('./toaster.tsx').catch((error) => {
    toaster = undefined
    throw error
  })
  return toaster
}

/** Shows a toast. */
export async function toast(message: ToastMessage): Promise<void> {
  try {
    const { show } = await loadToaster()
    await show(message)
  } catch (error) {
    // The toaster could not be loaded. The caller does not fail, because the reported action is done already.
    console.warn(message.title, error)
  }
}

/** Loads the toaster ahead, so that a toast can also report that there is no network. */
export function preloadToasts(): void {
  loadToaster().catch(() => {})
}

/** Closes the toasts that no longer apply. */
export function dismissToasts(isOver: (message: ToastMessage) => boolean): void {
  toaster?.then(({ dismiss }) => dismiss(isOver)).catch(() => {})
}
