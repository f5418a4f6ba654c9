import { CircleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import styles from './form-notice.module.css'

/** What is to be known of the whole form, announced as soon as it is there. */
export function FormNotice({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={ref} role="alert">
      {children && (
        <p className={styles.notice}>
          <CircleAlert aria-hidden="true" strokeWidth={2} />
          <span>{children}</span>
        </p>
      )}
    </div>
  )
}
