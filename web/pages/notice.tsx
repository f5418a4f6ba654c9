import type { ReactNode } from 'react'
import { TypographicCover } from '../features/film/cover/typographic-cover.tsx'
import styles from './notice.module.css'

interface Props {
  /** What the printed cover beside the words says. */
  cover: { spine: number; title: string; director: string; year: number }
  heading: string
  text: string
  children: ReactNode
}

/** A page that has one thing to say, beside a cover of our own print. */
export function Notice({ cover, heading, text, children }: Props) {
  return (
    <div className={styles.notice}>
      <div className={styles.cover}>
        <TypographicCover film={cover} />
      </div>
      <div>
        <h1 className={styles.heading}>{heading}</h1>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </div>
  )
}
