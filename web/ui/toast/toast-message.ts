/** What a toast says; it goes away by itself, but stays while it is pointed at or focused. */
export interface ToastMessage {
  title: string
  description?: string
  /** Announced at once, and in the colour of a refusal. */
  destructive?: boolean
  action?: { label: string; onClick: () => void }
  /** Replaces the toast with the same id if it is still shown, so that repeated messages do not pile up. */
  id?: string
}
