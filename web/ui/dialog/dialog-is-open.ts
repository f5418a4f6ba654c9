/** A toast is a dialog by its role, too, but leaves the page alone. */
export function dialogIsOpen(): boolean {
  return document.querySelector('[role="dialog"]:not([aria-modal="false"])') !== null
}
