import type { ReactNode } from 'react'
import styles from './card-skeletons.module.css'
import gridStyles from './film-grid.module.css'

/** Places held for cards, in their final size, so that nothing moves when they come. */
export function CardSkeletons({ count, foot }: { count: number; foot?: ReactNode }) {
  return (
    <div className={`${gridStyles.grid} ${styles.breathing}`} aria-hidden="true">
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike and never move
        <CardSkeleton key={place} foot={foot} />
      ))}
    </div>
  )
}

/** @param breathing while the card is on its way. Not before: it takes the browser something with every frame. */
export function CardSkeleton({ foot, breathing = false }: { foot?: ReactNode; breathing?: boolean }) {
  return (
    <div className={breathing ? styles.breathing : undefined}>
      <div className={styles.cover} />
      <div className={styles.line} />
      <div className={styles.line} />
      {foot}
    </div>
  )
}
