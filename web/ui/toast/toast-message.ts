/** What a toast says; it goes away by itself, but stays while it is pointed at or focused. */
export interface ToastMessage {
  title: string
  description?: string
  /** Announced at once, and in the colour of a refusal. */
  destructive?: boolean
  action?: { label: string; onClick: () => void }
  /** Takes the place of the message of the same name that is still there, so that many in a row do not pile up. */
  renews?: string
}
