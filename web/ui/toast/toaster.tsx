import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { type ComponentProps, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { ToastAction, ToastMessage } from './toast-message.ts'
import styles from './toaster.module.css'

const MAX_AT_ONCE = 3
const READING_MS = 6_000
// Longer, because the person must notice the action and decide.
const DECIDING_MS = 12_000

// The library hides toasts from screen readers that are behind others, or that it announces in a separate live region,
// until they have the focus. Here all toasts are visible, so that their buttons can be reached at any time.
const NOT_HIDDEN = { 'aria-hidden': undefined } as const
const ANNOUNCED_SEPARATELY = { ...NOT_HIDDEN, 'aria-live': 'off' } as const

/** The button beside a toast's action. */
type OtherAction = ComponentProps<'button'>

const manager = Toast.createToastManager<OtherAction>()
const shown = new Map<string, ToastMessage>()
let mounted: Promise<void> | undefined

/** Shows a toast. The first one mounts the toaster. */
export async function show(message: ToastMessage): Promise<void> {
  const { title, description, destructive = false, action, otherAction, id } = message
  mounted ??= mount()
  await mounted
  const toastId: string = manager.add({
    ...(id !== undefined && { id }),
    title,
    description,
    type: destructive ? 'destructive' : 'plain',
    priority: destructive ? 'high' : 'low',
    timeout: action || destructive ? DECIDING_MS : READING_MS,
    actionProps: action && { children: action.label, onClick: () => act(action) },
    data: otherAction && { children: otherAction.label, onClick: () => act(otherAction) },
    onRemove: () => shown.delete(toastId),
  })
  shown.set(toastId, message)

  function act({ onClick }: ToastAction) {
    manager.close(toastId)
    onClick()
  }
}

export function dismiss(isOver: (message: ToastMessage) => boolean): void {
  for (const [id, message] of shown) if (isOver(message)) manager.close(id)
}

/** Mounts the toaster in a separate React root, so that a toast outlives its page, even if that page failed. */
function mount(): Promise<void> {
  const container = document.body.appendChild(document.createElement('div'))
  return new Promise((resolve) => createRoot(container).render(<Toaster onReady={resolve} />))
}

function Toaster({ onReady }: { onReady: () => void }) {
  // Runs after the effects of the provider below, which subscribes to the manager.
  useEffect(onReady, [onReady])
  return (
    <Toast.Provider toastManager={manager} limit={MAX_AT_ONCE}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts() {
  const { toasts } = Toast.useToastManager<OtherAction>()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={styles.toast}
      swipeDirection={['down', 'right']}
      {...(toast.priority === 'high' && ANNOUNCED_SEPARATELY)}
    >
      <Toast.Content className={toast.data ? `${styles.content} ${styles.twoActions}` : styles.content}>
        <div className={styles.words}>
          <Toast.Title className={styles.title} />
          <Toast.Description className={styles.description} />
        </div>
        <Toast.Action className={styles.action} />
        {toast.data && <button type="button" className={styles.action} {...toast.data} />}
        <Toast.Close className={styles.close} aria-label="Close this message" {...NOT_HIDDEN}>
          <X aria-hidden="true" strokeWidth={2} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
