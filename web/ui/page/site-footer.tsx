import { FEED_PATH, LICENCES_PATH } from '../../../domain/paths.ts'
import styles from './site-footer.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

const COMMUNITY = [
  { name: 'The Criterion Collection', href: 'https://www.criterion.com/' },
  { name: 'r/criterion', href: 'https://www.reddit.com/r/criterion/' },
  { name: 'criterionforum.org', href: 'https://criterionforum.org/' },
  {
    name: 'Letterboxd’s Criterion list',
    href: 'https://letterboxd.com/criterion/list/the-criterion-collection/',
  },
]

export function SiteFooter({ isUnderShelf }: { isUnderShelf: boolean }) {
  return (
    <footer className={isUnderShelf ? `${styles.footer} ${styles.underShelf}` : styles.footer}>
      <p className={styles.about}>
        <strong>Criterion Collection Tracker</strong>
        An independent project by and for collectors. It is not affiliated with, endorsed by or sponsored by
        the Criterion Collection. Names, trademarks and box art belong to their owners.
      </p>
      <nav aria-labelledby="community">
        <h2 className={styles.heading} id="community">
          Community
        </h2>
        <ul className={styles.links}>
          {COMMUNITY.map(({ name, href }) => (
            <li key={href}>
              <a href={href} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.foot}>
        <p className={styles.copyright}>
          © 2026 Criterion Collection Tracker
          <a href={FEED_PATH}>News feed</a>
          <a href={LICENCES_PATH}>Licences</a>
        </p>
        <div className={styles.theme}>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}
