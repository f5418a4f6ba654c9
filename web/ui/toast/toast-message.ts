export interface ToastAction {
  label: string
  onClick: () => void
}

/** The content of a toast. A toast closes after some seconds, but not while the pointer or the focus is on it. */
export interface ToastMessage {
  title: string
  description?: string
  /** An error: it is announced at once and has the error colour. */
  destructive?: boolean
  action?: ToastAction
  /** Stands beside the first. */
  otherAction?: ToastAction
  /** Replaces the toast with the same id if it is still shown, so that repeated messages do not pile up. */
  id?: string
}
