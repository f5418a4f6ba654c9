import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { PATHS } from '../../../domain/paths.ts'
import styles from './page-frame.module.css'
import { SiteFooter } from './site-footer.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const PRODUCT = 'Criterion Collection Tracker'

interface Props {
  /** What the browser's tab and history say; the product's name follows. */
  title?: string
  search?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** What every page shares: the header with the product's name, the landmarks and the footer. */
export function PageFrame({ title, search, actions, children }: Props) {
  // The served page brings a title along; a second element would not count.
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT
  }, [title])

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <header className={styles.header}>
        {/* The home page's title is its heading; elsewhere it leads home. */}
        {title ? (
          <p className={styles.title}>
            <Link to={PATHS.home}>{PRODUCT}</Link>
          </p>
        ) : (
          <h1 className={styles.title}>{PRODUCT}</h1>
        )}
        {search && <div className={styles.search}>{search}</div>}
        <div className={styles.theme}>
          <ThemeSwitch />
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <main id="content" className={styles.main} tabIndex={-1} aria-label={title ?? PRODUCT}>
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
