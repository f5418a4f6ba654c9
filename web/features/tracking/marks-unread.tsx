import { Button } from '../../ui/form/button.tsx'
import styles from './marks-unread.module.css'

/** Says why the boxes cannot be ticked. */
export function MarksUnread({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.notice}>
      <p role="status">What you own and have on your lists could not be loaded.</p>
      <Button small onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
