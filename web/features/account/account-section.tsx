import { type ReactNode, useId } from 'react'
import styles from './account-section.module.css'

interface Props {
  /** What links lead to. */
  id?: string
  heading: string
  /** What it is about, and what follows from it. */
  text: ReactNode
  children: ReactNode
}

/** One matter of the account, under a rule of its own. */
export function AccountSection({ id, heading, text, children }: Props) {
  const headingId = useId()
  return (
    <section className={styles.section} id={id} aria-labelledby={headingId}>
      <div>
        <h2 className={styles.heading} id={headingId}>
          {heading}
        </h2>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
