import { type ReactNode, useId } from 'react'
import styles from './step.module.css'

interface Props {
  heading: string
  text?: ReactNode
  children: ReactNode
}

/** One numbered step of an import. */
export function Step({ heading, text, children }: Props) {
  const id = useId()
  return (
    <section className={styles.step} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.heading} id={id}>
          {heading}
        </h2>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
