import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { CardSkeleton } from './card-skeletons.tsx'
import { FootMessage } from './grid-message.tsx'
import styles from './next-page.module.css'

const VISIBLE_SHARE = 0.1

interface SkeletonsProps {
  count: number
  foot?: ReactNode
  loading: boolean
  /** Whether the next page can be requested: not while any part of the list is being read. */
  ready: boolean
  onNeeded: () => void
}

/**
 * Skeletons of the next page's films, as items of the grid, so that nothing moves when the films arrive. Requests the
 * page once a tenth of any skeleton is visible; of any, because the End key skips the first ones.
 */
export function NextPageSkeletons({ count, foot, loading, ready, onNeeded }: SkeletonsProps) {
  const first = useRef<HTMLLIElement>(null)
  const requestPage = useEffectEvent(onNeeded)

  // A new observer reports skeletons that were visible before the page could be requested.
  useEffect(() => {
    if (!ready) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) requestPage()
      },
      { threshold: VISIBLE_SHARE },
    )
    // The skeletons are the last items of the list.
    for (let item: Element | null = first.current; item; item = item.nextElementSibling) {
      observer.observe(item)
    }
    return () => observer.disconnect()
  }, [ready])

  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all skeletons are the same and never move
    <li key={index} ref={index === 0 ? first : undefined} aria-hidden="true">
      <CardSkeleton foot={foot} breathing={loading} />
    </li>
  ))
}

interface Props {
  status: 'idle' | 'loading' | 'failed'
  onRetry: () => void
}

/** Reports below the grid that the next page is loading or has failed to load. */
export function NextPageStatus({ status, onRetry }: Props) {
  if (status === 'failed') {
    return (
      <FootMessage sentence="The next films could not be loaded.">
        <Button small onClick={onRetry}>
          Try again
        </Button>
      </FootMessage>
    )
  }
  return (
    <p className={styles.text} role="status">
      {status === 'loading' && 'Loading more films...'}
    </p>
  )
}
