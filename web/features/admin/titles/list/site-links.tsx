import type { OutsideLink } from '../../../../../domain/film/links.ts'
import styles from './site-links.module.css'

interface Props {
  links: readonly OutsideLink[]
  title: string
  className: string | undefined
}

/** The links of a film to other sites. A link that leads to a search there, since no address is known, looks fainter. */
export function SiteLinks({ links, title, className }: Props) {
  return (
    <div className={`${styles.sites} ${className}`}>
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
