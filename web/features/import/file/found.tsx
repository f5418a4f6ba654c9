import { formatCount } from '../../../../domain/film/format-count.ts'
import { Step } from '../step.tsx'
import styles from './found.module.css'
import type { ShownFile } from './import-worker.ts'

export const QUESTIONS_ID = 'to-check'
export const LEFT_ID = 'not-in-the-collection'

/** How many rows of a file are clear, have to be checked, and are left out. */
export function Found({ rows }: Pick<ShownFile, 'rows'>) {
  const parts = [
    { name: 'matched for sure', count: rows.sure, look: styles.sure },
    { name: 'to check', count: rows.asked, look: styles.asked, href: `#${QUESTIONS_ID}` },
    { name: 'not in the collection', count: rows.left, look: styles.left, href: `#${LEFT_ID}` },
  ]
  return (
    <Step heading="What we found" text="Read in this browser. Nothing is saved yet.">
      <p className={styles.total}>We read {formatCount(rows.total)} rows.</p>
      <dl className={styles.parts}>
        {parts.map(({ name, count, look, href }) => (
          <div
            key={name}
            className={`${styles.part} ${count > 0 ? look : ''}`}
            // As wide as its share of the rows. The content policy forbids it as an attribute.
            ref={(part) => part?.style.setProperty('flex-grow', String(count))}
          >
            <dt>{href && count > 0 ? <a href={href}>{name}</a> : name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </Step>
  )
}
