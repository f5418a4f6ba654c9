/** Sends what waits to be sent, and returns how many changes are left. */
type SendUnsent = () => Promise<number>

let send: SendUnsent = async () => 0

/** Sets how the changes of the person who is signed in are sent before they sign out. */
export function setUnsentChanges(how: SendUnsent): void {
  send = how
}

/** Sends the changes that wait. Signing out removes those that are left, of which the result is the number. */
export function sendUnsentChanges(): Promise<number> {
  return send()
}
