import type { OutsideLink } from '../../../../../domain/film/links.ts'
import styles from './site-links.module.css'

interface Props {
  links: readonly OutsideLink[]
  title: string
}

/** Where else a film is found; a link that only searches looks as if it still had to be written in. */
export function SiteLinks({ links, title }: Props) {
  return (
    <div className={styles.sites}>
      {links.map(({ site, href, isSearch }) => (
        <a
          key={site}
          className={isSearch ? `${styles.site} ${styles.search}` : styles.site}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={isSearch ? `${site}, a search for ${title}` : `${site}: ${title}`}
        >
          {site}
        </a>
      ))}
    </div>
  )
}
