import type { ReactNode } from 'react'
import { BlankCase } from '../ui/disc/blank-case.tsx'
import styles from './notice.module.css'
import { PageFrame } from './page-frame.tsx'

/** A page with one message. It shows no film's cover, because rendering a film may be what failed. */
export function ErrorNotice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <PageFrame title={title}>
      <div className={styles.notice}>
        <BlankCase plate="!" />
        <div>
          <h1 className={styles.heading}>{title}</h1>
          <p className={styles.text}>{text}</p>
          {children}
        </div>
      </div>
    </PageFrame>
  )
}
