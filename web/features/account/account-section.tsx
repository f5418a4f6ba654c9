import { type ReactNode, useId } from 'react'
import styles from './account-section.module.css'

interface Props {
  heading: string
  /** What it is about, and what follows from it. */
  text: ReactNode
  children: ReactNode
}

/** One matter of the account, under a rule of its own. */
export function AccountSection({ heading, text, children }: Props) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div>
        <h2 className={styles.heading} id={id}>
          {heading}
        </h2>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
