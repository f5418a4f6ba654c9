import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { ToastMessage } from './toast-message.ts'
import styles from './toaster.module.css'

const MOST_AT_ONCE = 3
const READING_MS = 6_000
// Whoever takes something back must first find out that they can.
const DECIDING_MS = 12_000

// The library hides what it has pushed behind another message, or reads out from a place of its own, from screen
// readers until it has the focus. Here every message is in sight, so its buttons can be found at any time.
const IN_SIGHT = { 'aria-hidden': undefined } as const
const READ_ELSEWHERE = { ...IN_SIGHT, 'aria-live': 'off' } as const

const manager = Toast.createToastManager()
const shown = new Map<string, ToastMessage>()
let mounted: Promise<void> | undefined

/** Shows a message; the first brings the place for all of them into the page. */
export async function show(message: ToastMessage): Promise<void> {
  const { title, description, destructive = false, action, id } = message
  mounted ??= mount()
  await mounted
  const toastId: string = manager.add({
    ...(id !== undefined && { id }),
    title,
    description,
    type: destructive ? 'destructive' : 'plain',
    priority: destructive ? 'high' : 'low',
    timeout: action || destructive ? DECIDING_MS : READING_MS,
    actionProps: action && { children: action.label, onClick: act },
    onRemove: () => shown.delete(toastId),
  })
  shown.set(toastId, message)

  function act() {
    manager.close(toastId)
    action?.onClick()
  }
}

export function dismiss(isOver: (message: ToastMessage) => boolean): void {
  for (const [id, message] of shown) if (isOver(message)) manager.close(id)
}

/** A root of its own: a message outlives the page that it comes from, even one that failed. */
function mount(): Promise<void> {
  const place = document.body.appendChild(document.createElement('div'))
  return new Promise((resolve) => createRoot(place).render(<Toaster onReady={resolve} />))
}

function Toaster({ onReady }: { onReady: () => void }) {
  // Runs after the provider below has begun to listen.
  useEffect(onReady, [onReady])
  return (
    <Toast.Provider toastManager={manager} limit={MOST_AT_ONCE}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={styles.toast}
      swipeDirection={['down', 'right']}
      {...(toast.priority === 'high' && READ_ELSEWHERE)}
    >
      <Toast.Content className={styles.content}>
        <div className={styles.words}>
          <Toast.Title className={styles.title} />
          <Toast.Description className={styles.description} />
        </div>
        <Toast.Action className={styles.action} />
        <Toast.Close className={styles.close} aria-label="Close this message" {...IN_SIGHT}>
          <X aria-hidden="true" strokeWidth={2} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
