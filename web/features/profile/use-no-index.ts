import { useEffect } from 'react'

/**
 * Asks search engines not to index the page while an unlisted profile is shown. The server does so in the pages that it
 * renders; this covers static hosts and navigation within the browser.
 */
export function useNoIndex(isUnlisted: boolean): void {
  useEffect(() => {
    if (!isUnlisted) return
    const meta = document.head.querySelector('meta[name=robots]') ?? document.createElement('meta')
    meta.setAttribute('name', 'robots')
    meta.setAttribute('content', 'noindex')
    document.head.append(meta)
    return () => meta.remove()
  }, [isUnlisted])
}
