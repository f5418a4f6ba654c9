import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './form-notice.module.css'

/** What is to be known of the whole form, announced as soon as it is there. */
export function FormNotice({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      {children && (
        <p className={styles.notice}>
          <CircleAlert aria-hidden="true" strokeWidth={2} />
          <span>{children}</span>
        </p>
      )}
    </div>
  )
}
