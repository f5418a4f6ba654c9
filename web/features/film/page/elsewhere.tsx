import { ArrowUpRight } from 'lucide-react'
import { type LinkedFilm, outsideLinks } from '../../../../domain/film/links.ts'
import styles from './elsewhere.module.css'

/** The pages of a film at other sites. A link that leads to a search there, since no address is known, looks fainter. */
export function Elsewhere({ film }: { film: LinkedFilm }) {
  return (
    <ul className={styles.sites} aria-label="Elsewhere">
      {outsideLinks(film).map(({ site, href, isSearch }) => (
        <li key={site}>
          <a
            href={href}
            className={isSearch ? styles.search : undefined}
            target="_blank"
            rel="noopener noreferrer"
          >
            {site}
            <ArrowUpRight aria-hidden="true" strokeWidth={1.75} />
          </a>
        </li>
      ))}
    </ul>
  )
}
