import { CircleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import styles from './form-notice.module.css'

/** A message about the whole form, which screen readers announce as soon as it appears. */
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
