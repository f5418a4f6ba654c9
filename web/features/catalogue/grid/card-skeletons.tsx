import type { ReactNode } from 'react'
import styles from './card-skeletons.module.css'
import gridStyles from './film-grid.module.css'

/** Placeholders in the final size of the cards, so that nothing moves when the films arrive. */
export function CardSkeletons({ count, foot }: { count: number; foot?: ReactNode }) {
  return (
    <div className={`${gridStyles.grid} ${styles.breathing}`} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all skeletons are the same and never move
        <CardSkeleton key={index} foot={foot} />
      ))}
    </div>
  )
}

/** @param breathing animates the card. Only while it loads, because the animation costs work in every frame. */
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
