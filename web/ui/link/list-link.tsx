import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, type MouseEvent, useRef } from 'react'

interface Props extends ComponentProps<'a'> {
  /** An address of this site. */
  href: string
  /** Loads the page when the mouse rests on the link. */
  preload?: boolean
  /** Returns the state of the next page's history entry, which is not in the address. */
  stateOf?: () => object
}

const REST_MS = 60

/**
 * A link for lists of hundreds. The router's own Link would subscribe each of them to every change of the address.
 */
export function ListLink({ href, preload = false, stateOf, ...rest }: Props) {
  const router = useRouter()
  const resting = useRef<number>(undefined)

  function follow(event: MouseEvent) {
    const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (isForBrowser || event.defaultPrevented) return
    event.preventDefault()
    void router.navigate({ href, state: stateOf?.() ?? {} })
  }

  function waitForRest() {
    resting.current = window.setTimeout(() => router.preloadRoute({ to: href }), REST_MS)
  }

  return (
    <a
      {...rest}
      href={href}
      onClick={follow}
      {...(preload && { onMouseEnter: waitForRest, onMouseLeave: () => clearTimeout(resting.current) })}
    />
  )
}
