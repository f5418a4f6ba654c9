import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../../ui/form/button.tsx'
import { CardSkeleton } from './card-skeletons.tsx'
import { FootMessage } from './grid-message.tsx'
import styles from './next-page.module.css'

const SEEN = 0.1

interface PlacesProps {
  count: number
  foot?: ReactNode
  loading: boolean
  /** Whether they can be asked for now: not while the list is being read, whatever part of it. */
  ready: boolean
  onNeeded: () => void
}

/**
 * Holds the places of the films to come, in the grid itself, so that nothing moves when they are there; asks for
 * them once a tenth of a place is in sight: of any, because the End key leaps over the first ones.
 */
export function NextPlaces({ count, foot, loading, ready, onNeeded }: PlacesProps) {
  const first = useRef<HTMLLIElement>(null)
  const ask = useEffectEvent(onNeeded)

  // Whoever has them in sight all along is heard as soon as they can be asked for.
  useEffect(() => {
    if (!ready) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) ask()
      },
      { threshold: SEEN },
    )
    // The places are the last items of the list.
    for (let place: Element | null = first.current; place; place = place.nextElementSibling) {
      observer.observe(place)
    }
    return () => observer.disconnect()
  }, [ready])

  return Array.from({ length: count }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike and never move
    <li key={place} ref={place === 0 ? first : undefined} aria-hidden="true">
      <CardSkeleton foot={foot} breathing={loading} />
    </li>
  ))
}

interface Props {
  status: 'idle' | 'loading' | 'failed'
  onRetry: () => void
}

/** Says below the grid how it goes with the next page. */
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
