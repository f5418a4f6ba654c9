import type { ToastMessage } from './toast-message.ts'

let toaster: Promise<typeof import('./toaster.tsx')> | undefined

/** What draws toasts is loaded with the first one; a load that failed is tried again. */
function loadToaster() {
  toaster ??= import('./toaster.tsx').catch((error) => {
    toaster = undefined
    throw error
  })
  return toaster
}

/** Shows a message from anywhere. */
export async function toast(message: ToastMessage): Promise<void> {
  try {
    const { show } = await loadToaster()
    await show(message)
  } catch (error) {
    // Without a network and not yet loaded: what the message is about has happened all the same.
    console.warn(message.title, error)
  }
}

/** Has toasts ready, so that the first one can also say that there is no network. */
export function preloadToasts(): void {
  loadToaster().catch(() => {})
}

/** Takes messages away that are no longer true. */
export function dismissToasts(isOver: (message: ToastMessage) => boolean): void {
  toaster?.then(({ dismiss }) => dismiss(isOver)).catch(() => {})
}
