import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { CardSkeletons } from './card-skeletons.tsx'
import { FootMessage } from './grid-message.tsx'
import styles from './next-page.module.css'

const SEEN = 0.1

interface Props {
  status: 'idle' | 'loading' | 'failed'
  onNeeded: () => void
}

/** The end of what is loaded: asks for the next page once a tenth of it is in sight. */
export function NextPage({ status, onNeeded }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const ask = useEffectEvent(onNeeded)

  useEffect(() => {
    if (status !== 'idle' || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) ask()
      },
      { threshold: SEEN },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [status])

  if (status === 'failed') {
    return (
      <FootMessage sentence="The next films could not be loaded.">
        <Button small onClick={onNeeded}>
          Try again
        </Button>
      </FootMessage>
    )
  }
  return (
    <div ref={place} className={styles.next}>
      <p className={styles.text} role="status">
        {status === 'loading' && 'Loading more films...'}
      </p>
      <CardSkeletons count={12} />
    </div>
  )
}
