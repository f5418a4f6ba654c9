/** Whether a modal dialog is open. Toasts have the role `dialog`, too, but are not modal. */
export function dialogIsOpen(): boolean {
  return document.querySelector('[role="dialog"]:not([aria-modal="false"]), dialog[open]') !== null
}
