import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './step-section.module.css'

interface Props {
  heading: string
  /** Whether the heading reports a failure. */
  isAlert?: boolean
  children: ReactNode
}

/** One step of the update. The focus moves to its heading when it appears, because the person asked for it. */
export function StepSection({ heading, isAlert = false, children }: Props) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])

  return (
    <section className={styles.step} aria-labelledby={id}>
      <h2
        ref={title}
        className={isAlert ? `${styles.heading} ${styles.alert}` : styles.heading}
        id={id}
        tabIndex={-1}
      >
        {heading}
      </h2>
      {children}
    </section>
  )
}
