import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { PATHS } from '../../../domain/paths.ts'
import styles from './page-frame.module.css'
import { SiteFooter } from './site-footer.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const PRODUCT = 'Criterion Collection Tracker'

interface Props {
  /** The document's title, before the product's name; without it, the page is the home page. */
  title?: string
  search?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every page: the header, the landmarks and the footer. */
export function PageFrame({ title, search, actions, children }: Props) {
  // Not a `title` element, because the served document has one and a second is ignored.
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT
  }, [title])

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <header className={styles.header}>
        {/* On the home page the product's name is the heading, on other pages a link to the home page. */}
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
