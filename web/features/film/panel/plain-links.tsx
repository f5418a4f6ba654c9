import { type LinkedFilm, outsideLinks } from '../../../../domain/film/links.ts'
import styles from '../card/film-card.module.css'

/** A film's outside links for pages without scripts, where the panel cannot open. */
export function PlainLinks({ film }: { film: LinkedFilm }) {
  return (
    <details className={styles.plainLinks}>
      <summary>More Info</summary>
      <ul>
        {outsideLinks(film).map(({ site, href }) => (
          <li key={site}>
            <a href={href} target="_blank" rel="noopener noreferrer">
              {site}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
