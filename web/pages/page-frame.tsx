import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { FIRST_VIEW_ID } from '../../domain/first-view.ts'
import { documentTitle, PAGE_TITLES } from '../../domain/page-titles.ts'
import { PATHS } from '../../domain/paths.ts'
import { replayEarlyClicks } from '../app/hydration/replay-clicks.ts'
import { SiteFooter } from '../ui/page/site-footer.tsx'
import { ThemeSwitch } from '../ui/page/theme-switch.tsx'
import styles from './page-frame.module.css'

interface Props {
  title: string
  search?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** A shelf above the footer, from edge to edge. Its rule replaces that of the footer. */
  shelf?: ReactNode
  /** The page may fit into a window together with its footer, which then belongs to the first view. */
  isShort?: boolean
}

/** The frame of every page: the header, the landmarks and the footer. */
export function PageFrame({ title, search, actions, children, shelf, isShort = false }: Props) {
  // Not a `title` element, because the served document has one and a second is ignored.
  useEffect(() => {
    document.title = documentTitle(title)
  }, [title])

  // When the server rendered the page, this effect runs once its buttons are hydrated.
  useEffect(replayEarlyClicks, [])

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <header className={styles.header}>
        {/* On the home page the product's name is the heading, on other pages a link to the home page. */}
        {title === PAGE_TITLES.home ? (
          <h1 className={styles.title}>{title}</h1>
        ) : (
          <p className={styles.title}>
            <Link to={PATHS.home}>{PAGE_TITLES.home}</Link>
          </p>
        )}
        {search && <div className={styles.search}>{search}</div>}
        <div className={styles.theme}>
          <ThemeSwitch />
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <main id="content" className={styles.main} tabIndex={-1} aria-label={title}>
        {children}
      </main>
      {shelf}
      <SiteFooter isUnderShelf={shelf !== undefined} />
      {isShort && <span id={FIRST_VIEW_ID} hidden />}
    </div>
  )
}
