import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './title-list.module.css'

/** Some rows: what is out of sight is passed over group by group, not row by row. */
export function TitleGroup({ rows, children }: { rows: number; children: ReactNode }) {
  const group = useRef<HTMLUListElement>(null)

  // By script, since the content policy allows no style attribute: how high the group is while it is passed over.
  useLayoutEffect(() => group.current?.style.setProperty('--rows', String(rows)), [rows])

  return (
    <ul ref={group} className={styles.group} role="presentation">
      {children}
    </ul>
  )
}
