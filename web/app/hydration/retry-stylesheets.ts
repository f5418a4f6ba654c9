import { onReconnect } from '../../connection/connection.ts'

const missing = new Set<HTMLLinkElement>()
let loading: Promise<unknown> | undefined

/** Records each style sheet that fails to load, and loads it again when the site is back. */
export function watchStylesheets(): void {
  addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && note(target), true)
  onReconnect(retryStylesheets)
}

/**
 * Loads the failed style sheets again. The bundle's loader requests each style sheet only once, so a component would
 * stay unstyled.
 * @throws if one fails again.
 */
export function retryStylesheets(): Promise<unknown> {
  loading ??= Promise.all([...missing].map(replace)).finally(() => {
    loading = undefined
  })
  return loading
}

function note(link: HTMLLinkElement): void {
  if (link.rel === 'stylesheet') missing.add(link)
}

function replace(link: HTMLLinkElement): Promise<void> {
  missing.delete(link)
  const next = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
    next.addEventListener('load', () => resolve())
    next.addEventListener('error', () => reject(new Error(`The style sheet ${next.href} is missing.`)))
    link.replaceWith(next)
  })
}
