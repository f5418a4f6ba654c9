import type { ReactNode } from 'react'
import { TypographicCover } from '../features/film/cover/typographic-cover.tsx'
import styles from './notice.module.css'

interface Props {
  /** What is printed on the cover beside the text. */
  cover: { spine: number; title: string; director: string; year: number }
  heading: string
  text: string
  children: ReactNode
}

/** A page with one message, beside a typographic cover. */
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
