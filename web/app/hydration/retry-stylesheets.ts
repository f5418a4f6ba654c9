import { onReconnect } from '../../connection/connection.ts'

const missing = new Set<HTMLLinkElement>()
let loading: Promise<unknown> | undefined

/** Takes note of each style sheet that cannot be loaded, and asks for it again when the site answers. */
export function watchStylesheets(): void {
  addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && note(target), true)
  onReconnect(retryStylesheets)
}

/**
 * Asks again for the style sheets that could not be loaded. What loads the code they belong to asks for each only once,
 * and would show it without them from then on.
 * @throws when one is still missing.
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
