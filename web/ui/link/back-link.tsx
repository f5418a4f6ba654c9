import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import styles from './back-link.module.css'

interface Props {
  to: NonNullable<LinkProps['to']>
  onClick?: (event: MouseEvent) => void
  children: ReactNode
}

/** A link to the parent page. */
export function BackLink({ to, onClick, children }: Props) {
  return (
    <Link to={to} className={styles.back} {...(onClick && { onClick })}>
      <ArrowLeft aria-hidden="true" strokeWidth={1.75} />
      {children}
    </Link>
  )
}
