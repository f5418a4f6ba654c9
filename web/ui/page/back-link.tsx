import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './back-link.module.css'

/** A link to the parent page. */
export function BackLink({ to, children }: { to: NonNullable<LinkProps['to']>; children: ReactNode }) {
  return (
    <Link to={to} className={styles.back}>
      <ArrowLeft aria-hidden="true" strokeWidth={1.75} />
      {children}
    </Link>
  )
}
