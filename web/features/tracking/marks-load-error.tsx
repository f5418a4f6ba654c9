import { Button } from '../../ui/button/button.tsx'
import styles from './marks-load-error.module.css'

/** Explains why the boxes are disabled. */
export function MarksLoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.notice}>
      <p role="status">Your collection and lists could not be loaded.</p>
      <Button small onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
