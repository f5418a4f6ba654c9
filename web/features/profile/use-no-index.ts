import { useEffect } from 'react'

/**
 * Keeps search engines away while a page is shown that is unlisted. The server has written it into the pages it sends;
 * a static host cannot, and pages that are only gone through come from no server.
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
